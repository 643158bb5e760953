"""Alpha-beta for two seats with perfect information."""
