"""What the command line shows and asks: one noun a file, nothing that a game or a search needs."""
