"""Expert iteration: a search teaches a network that guides the search."""
