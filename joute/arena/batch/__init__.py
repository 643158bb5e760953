"""Many games of one kind that step together in compiled code."""
