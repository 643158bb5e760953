"""A battle to script in rule tests: choices and coins by name, HP and statuses to look at."""

from collections.abc import Sequence

from scripted import play, settle

import joute
from joute.core.game import Game
from joute.core.state import State
from joute.games.pokemon.creatures import (
    ATTACK_NAMES,
    MOVE_OF,
    STATUS_NAMES,
    TEAM,
)
from joute.games.pokemon.state import PokemonState

FIRST_SEAT, SECOND_SEAT = 0, 1  # outcomes of a coin
NO, YES = 0, 1  # outcomes of a die


class Battle:
    """Two teams whose first creatures are out."""

    def __init__(self, first: str, second: str = "", turns: int = 200) -> None:
        self.game: Game = joute.game("pokemon", team=first, team2=second, turns=turns)
        self.state: State = self.game.laid_out()
        leads = {seat: self.game.actions[self.fields.sends[TEAM * seat]] for seat in range(2)}
        play(self.game, self.state, leads)

    @property
    def fields(self) -> PokemonState:
        return PokemonState.of(self.state)

    def turn(self, first: str, second: str, *outcomes: int) -> "Battle":
        """Both choose, and exactly these coins and dice fall."""
        play(self.game, self.state, {0: first, 1: second}, outcomes)
        return self

    def replace(self, seat: int, name: str, *outcomes: int) -> "Battle":
        """One trainer sends a creature in."""
        play(self.game, self.state, {seat: f"send {name}"}, outcomes)
        return self

    def falls(self, *outcomes: int) -> "Battle":
        """These coins fall."""
        settle(self.game, self.state, outcomes)
        return self

    def begin(self, first: str, second: str) -> "Battle":
        """Both choose, and the first coin stays in the air."""
        self.game.advance(self.state, {0: first, 1: second})
        return self

    def legal(self, seat: int) -> list[str]:
        return [action.name for action in self.game.legal(self.state, seat)]

    def asked(self) -> list[int]:
        return self.game.movers(self.state)

    def hp(self, seat: int, place: int = 0) -> int:
        return int(self.fields.hp[TEAM * seat + place])

    def set_hp(self, seat: int, hp: int, place: int = 0) -> "Battle":
        self.fields.hp[TEAM * seat + place] = hp
        return self

    def hurt(self, seat: int, place: int = 0) -> int:
        """HP lost so far."""
        card: int = self.game.to_json(self.state)["sides"][seat]["creatures"][place]["full_hp"]
        return card - self.hp(seat, place)

    def status(self, name: str, seat: int, place: int = 0) -> int:
        return int(self.fields.status[TEAM * seat + place, STATUS_NAMES.index(name)])

    def give(self, name: str, seat: int, turns: int, place: int = 0, feeds: int = -1) -> "Battle":
        """Give a status with that number of turns left."""
        self.fields.status[TEAM * seat + place, STATUS_NAMES.index(name)] = turns
        if feeds >= 0:
            self.fields.feeds[TEAM * seat + place] = TEAM * (1 - seat) + feeds
        return self

    def bonus(self, seat: int, place: int = 0) -> tuple[float, float]:
        """Of attack and of defence."""
        attack, defence = self.fields.bonus[TEAM * seat + place]
        return float(attack), float(defence)

    def pp(self, attack: str, seat: int, place: int = 0) -> int:
        creature = TEAM * seat + place
        return int(self.fields.pp[creature, MOVE_OF[self.fields.kind[creature], ATTACK_NAMES.index(attack)]])

    def active(self, seat: int) -> int:
        """The place in the team of the active creature."""
        return int(self.fields.active[seat]) - TEAM * seat

    def rocks(self, seat: int) -> int:
        return int(self.fields.rocks[seat])

    def lay_rocks(self, seat: int, turns: int = 30) -> "Battle":
        self.fields.rocks[seat] = turns
        return self

    def scores(self) -> list[float] | None:
        return self.game.returns(self.state) if self.game.over(self.state) else None


def odds(battle: Battle) -> Sequence[float]:
    """Of the coin or die in the air."""
    return battle.game.chances(battle.state)
