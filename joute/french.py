FRENCH: dict[str, str] = {}
