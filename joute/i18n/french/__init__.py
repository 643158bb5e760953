"""French texts; the key is the English sentence."""
