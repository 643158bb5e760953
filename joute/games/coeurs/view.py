"""x."""
def names(options): return {c: str(c) for c in range(32)}
