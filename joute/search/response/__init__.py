"""Best response to a fixed agent."""
