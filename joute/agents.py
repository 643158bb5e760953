"""What can sit at a table of any game: name -> where it is. A game's own players are in its definition."""

AGENTS = {
    "alpha_beta": "joute.search.alpha_beta:AlphaBeta",
    "best_response": "joute.search.best_response:BestResponse",
    "careful": "joute.search.careful:Careful",
    "determinized": "joute.search.determinized:Determinized",
    "expectiminimax": "joute.search.expectiminimax:Expectiminimax",
    "fallible": "joute.search.fallible:Fallible",
    "ismcts": "joute.search.ismcts:Ismcts",
    "mcts": "joute.search.mcts:Mcts",
    "minimax": "joute.search.expectiminimax:Minimax",
    "network": "joute.search.network:Network",
    "random": "joute.search.random:Random",
    "simultaneous": "joute.search.simultaneous:Simultaneous",
    "smmcts": "joute.search.smmcts:Smmcts",
}
