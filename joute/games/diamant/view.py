"""x"""
from joute.games.diamant.rules import EXPLORE, RETURN
def names(options): return {EXPLORE: "explore", RETURN: "return"}
def show(state, viewer, language): return "x"
def tell(before, after, step, viewer): return []
