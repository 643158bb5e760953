"""Games between agents: matches, their records, and what can be concluded from them."""
