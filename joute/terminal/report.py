"""The report of a tournament: a page, JSON, or a table of comma-separated values."""
