"""`joute duel`: agents play each other, with progress, until the games or the test are over."""

import os
from collections.abc import Sequence

from joute.arena.duel import duel as play
from joute.arena.statistics.sprt import MAX_GAMES, Sprt
from joute.arena.warmup import warm_up
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.core.game import Game
from joute.core.state import Json
from joute.i18n import say

GAMES = 100


def duel(game: Game, agents: Sequence[str], games: int | None, seed: int, openings: str, workers: int, sprt: str | None) -> Json:
    """Compile what several processes would each compile, and play."""
    workers = workers or os.cpu_count() or 1
    test = Sprt.parse(sprt) if sprt is not None else None
    games = games or (MAX_GAMES if test else GAMES)
    with ProgressLine(say("playing {game}", game=game.name), game.name) as busy:
        if workers > 1:
            run_interruptibly(lambda: warm_up(game, agents))
        return play(game, agents, games, seed, openings, workers, busy.advance, test).to_json()
