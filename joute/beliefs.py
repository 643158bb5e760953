"""What a seat may believe of the hidden cards: how often each secret comes up in the worlds that fit its view."""

from collections import Counter

from joute.dice import seed_of
from joute.game import Game, Json, State

WORLDS = 300


def beliefs(game: Game, view: State, seed: int = 0, worlds: int = WORLDS) -> Json:
    """For every secret that the game names, its possible values and their shares, the likeliest first; empty where nothing is hidden."""
    secrets = getattr(game.definition.view, "secrets", None)
    if secrets is None or not game.spec.hidden:
        return {}
    fast = game.fast()
    counts: dict[str, Counter[str]] = {}
    for number in range(worlds):
        world = fast.imagine(view, seed_of(seed, "belief", number))
        for name, value in secrets(world.record, view.viewer).items():
            counts.setdefault(name, Counter())[value] += 1
    return {name: {value: count / worlds for value, count in counter.most_common()} for name, counter in counts.items()}
