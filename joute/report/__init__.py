"""A page about a tournament: pictures of our own, nothing from elsewhere."""
