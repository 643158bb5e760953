"""What several searches share: evaluations, scores, perft."""
