"""The contract between games and everything else: states, rules, agents, opinions, records."""
