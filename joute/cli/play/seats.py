"""Who sits where: `human,alpha_beta:seconds=1`, and a good opponent for those who name none."""

from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import JouteError
from joute.core.game import Game

HUMAN = "human"
PREFERRED = ("alpha_beta", "mcts", "simultaneous", "expectiminimax", "ismcts", "random")  # the first that takes the game


def split(text: str) -> list[str]:
    """The texts of the seats; a comma before `key=value` belongs to the agent before it."""
    seats: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        if not part:
            raise JouteError(f"a seat of {text!r} is empty; seats are '{HUMAN}' or an agent, with commas between them")
        if "=" in part and ":" not in part.partition("=")[0] and seats:
            seats[-1] += f",{part}"
        else:
            seats.append(part)
    return seats


def good_agent(game: Game) -> str:
    """The agent that plays this game well by default."""
    possible = registry.agent_names(game)
    if not possible:
        raise JouteError(f"no agent can play {game.name}")
    return next((name for name in PREFERRED if name in possible), possible[0])


def default_seats(game: Game) -> list[str]:
    """A human first, good agents on the other seats."""
    return [HUMAN] + [good_agent(game)] * (game.spec.seats - 1) if game.spec.seats > 1 else [HUMAN]


def sit_down(game: Game, texts: list[str]) -> list[Agent | None]:
    """The agent of every seat, None for a human."""
    if len(texts) != game.spec.seats:
        raise JouteError(f"{game.name} has {game.spec.seats} seats here; --seats names {len(texts)}: {', '.join(texts)}")
    return [None if text == HUMAN else registry.agent(text, game) for text in texts]
