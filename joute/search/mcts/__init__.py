"""Monte Carlo tree search: UCT, information sets, simultaneous moves, determinization."""
