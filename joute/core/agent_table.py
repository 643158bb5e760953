"""What can sit at a table of any game: name -> where it is. A game's own players are in its definition."""

AGENTS = {
    "alpha_beta": "joute.search.alphabeta.alpha_beta:AlphaBeta",
    "best_response": "joute.search.response.best_response:BestResponse",
    "careful": "joute.search.baselines.careful:Careful",
    "determinized": "joute.search.mcts.determinized:Determinized",
    "expectiminimax": "joute.search.lookahead.expectiminimax:Expectiminimax",
    "fallible": "joute.search.baselines.fallible:Fallible",
    "ismcts": "joute.search.mcts.ismcts:Ismcts",
    "mcts": "joute.search.mcts.mcts:Mcts",
    "minimax": "joute.search.lookahead.expectiminimax:Minimax",
    "network": "joute.search.network.agent:Network",
    "random": "joute.search.baselines.random:Random",
    "simultaneous": "joute.search.lookahead.simultaneous:Simultaneous",
    "smmcts": "joute.search.mcts.smmcts:Smmcts",
}
