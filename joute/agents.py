"""What can sit at a table of any game: name -> where it is. A game's own players are in its definition."""

AGENTS = {
    "alpha_beta": "joute.search.alpha_beta:AlphaBeta",
    "careful": "joute.search.careful:Careful",
    "determinized": "joute.search.determinized:Determinized",
    "ismcts": "joute.search.ismcts:Ismcts",
    "mcts": "joute.search.mcts:Mcts",
    "random": "joute.search.random:Random",
}
