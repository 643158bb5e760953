"""Levels for a game that states none: the search that its nature asks for, with more and more iterations."""


def levels_by_nature(hidden: bool, simultaneous: bool) -> dict[str, str]:
    """The agent's text of each level.

    >>> levels_by_nature(hidden=True, simultaneous=False)["hard"]
    'ismcts:iterations=1000'
    """
    search = "ismcts" if hidden else "smmcts" if simultaneous else "mcts"
    return {
        "easy": f"fallible:of={search}+iterations=50,temperature=0.5,blunder=1",
        "medium": f"{search}:iterations=100",
        "hard": f"{search}:iterations=1000",
        "expert": f"{search}:iterations=10000",
    }
