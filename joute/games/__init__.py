"""The games, one folder each; a folder knows nothing of the others."""
