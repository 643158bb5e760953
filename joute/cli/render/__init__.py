"""Reports drawn on a terminal."""
