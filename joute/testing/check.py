"""Plays random games of a game and checks the contract in each; every broken promise is reported once, with a small game."""

from joute.core.game import Game
from joute.testing import compiled, whole
from joute.testing.effort import Effort, ProcessorClock
from joute.testing.knowledge import check_views, check_worlds
from joute.testing.learners import check_candidates, check_careful, check_evaluations, check_facts, check_features, check_forgetting
from joute.testing.moment import Numbers
from joute.testing.problem import GameFinding
from joute.testing.run import LOOKS, TURNS, Check, Progress, Run
from joute.testing.steps import check_actions
from joute.testing.texts import check_json, check_texts

LEAST = 1  # games that are played however long they take
GROUPS: dict[str, tuple[Check, ...]] = {  # of some positions of each game
    "turns": (check_actions,),
    "knowledge": (check_views, check_worlds),
    "texts": (check_json, check_texts),
    "learners": (check_evaluations, check_candidates, check_careful, check_features, check_facts, check_forgetting),
}


def check_game(game: Game, effort: Effort | None = None, progress: Progress | None = None, run: Run | None = None) -> list[GameFinding]:
    """What a game does against the contract, each broken promise once; empty if nothing was found.

    >>> import joute
    >>> check_game(joute.game("examples/nim/nim.py"), Effort(games=5, groups=("turns", "knowledge", "texts")))
    []
    """
    effort = effort or Effort()
    run = run or Run(game)
    run.clock = clock = ProcessorClock(effort.seconds)
    checks = [check for name in effort.groups for check in GROUPS.get(name, ())]
    every = max(1, game.spec.longest // LOOKS)
    blocked = 0
    for number in range(effort.games):
        if progress:
            progress(number, effort.games)
        if (number >= LEAST and clock.up) or blocked > 20:
            break
        numbers = Numbers((), "check", effort.seed, number)
        failed = run.played(numbers, [check for check in checks if check not in run.broken], every, number)
        if failed:
            blocked += failed[1] in TURNS
            run.broken |= {failed[1]} - set(TURNS)
            run.note(failed, numbers.used, number)
    run.clock = None
    if blocked:  # sampled worlds break the same promises
        run.found = {kind: found for kind, found in run.found.items() if found.promise != "worlds_are_possible"}
    for part, find in (("whole", whole.check), ("compiled", compiled.check)):
        if part in effort.groups and not (part == "compiled" and run.found):
            for problem, moves in find(run, effort):
                run.add(problem, moves)
    return list(run.found.values())


def assert_contract(game: Game, effort: Effort | None = None) -> None:
    """Fail with every broken promise of a game, for tests.

    >>> import joute
    >>> assert_contract(joute.game("examples/nim/nim.py"), Effort(games=2, groups=("turns",)))
    """
    findings = check_game(game, effort)
    assert not findings, "\n".join(["", *map(str, findings)])
