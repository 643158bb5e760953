"""Statistics that know no game: intervals, ratings, sequential tests, standings."""
