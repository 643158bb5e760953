"""Who sits at the table of one match, bots and Joute's own agents alike: what each chooses, and what faults cost."""

import time
from collections.abc import Sequence

from joute.bots.bot import Bot
from joute.bots.session import Chair, Chosen
from joute.core.agent import Agent
from joute.core.events import Events
from joute.core.faults import Broken, Fault, guilty
from joute.core.game import Game
from joute.core.rng import below, seed_of, seeded
from joute.core.state import State
from joute.version import __version__


class Seats:
    """The players of one match; a seat that lost the game by a fault is played on by chance."""

    def __init__(self, game: Game, agents: Sequence[Agent], whims: int, opinions: bool) -> None:
        self.game, self.agents, self.whims, self.opinions = game, agents, whims, opinions
        self.faults: list[Fault] = []
        texts = [agent.text for agent in agents]
        self.chairs: dict[int, Chair] = {
            seat: agent.sit(seat, texts, seed_of(whims, "bot", seat)) for seat, agent in enumerate(agents) if isinstance(agent, Bot)
        }

    @property
    def versions(self) -> list[str]:
        """What plays on each seat: the version of Joute, or a bot's name, version and fingerprint."""
        return [self.chairs[seat].version if seat in self.chairs else f"joute {__version__}" for seat in range(len(self.agents))]

    @property
    def guilty(self) -> set[int]:
        """The seats that lost the game by a fault."""
        return guilty(self.faults)

    @property
    def decided(self) -> bool:
        """Whether faults leave nobody, or only one of two, to play for: then the game ends at once."""
        return bool(self.guilty) and len(self.agents) - len(self.guilty) <= (1 if len(self.agents) == 2 else 0)

    @property
    def listening(self) -> bool:
        """Whether anybody wants to be told what happens."""
        return any(chair.listening for chair in self.chairs.values())

    def see(self, happened: Events) -> None:
        """Tell the bots what happened, each as its seat saw it."""
        for chair in self.chairs.values():
            if chair.listening:
                chair.see(happened)

    def choose(self, state: State, seat: int, turn: int) -> Chosen:
        """What the seat chooses; a fault is noted, and chance chooses instead."""
        seed = seed_of(self.whims, turn, seat)
        chair = self.chairs.get(seat)
        if chair is None:
            return self._consulted(self.agents[seat], self.game.view(state, seat), seat, seed)
        if seat not in self.guilty:
            try:
                return chair.choose(self.game.view(state, seat), turn)
            except Broken as broken:
                self.faults.append(chair.blamed(broken, turn))
        numbers = self.game.legal_numbers(state, seat)
        return Chosen(numbers[below(seeded(seed, "instead"), len(numbers))], 0.0)

    def leave(self, scores: list[float] | None, reason: str) -> None:
        """The match is over: everybody is told, and the bots' processes are free for the next."""
        for chair in self.chairs.values():
            chair.leave(scores, reason, self.faults)

    def _consulted(self, agent: Agent, view: State, seat: int, seed: int) -> Chosen:
        began = time.perf_counter()
        if not self.opinions:
            number = int(agent.choose(view, seat, seed))
            return Chosen(number, time.perf_counter() - began)
        opinion = agent.consider(view, seat, seed)
        return Chosen(int(opinion.action), time.perf_counter() - began, opinion.to_json())
