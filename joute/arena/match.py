"""A match: one game between agents and bots, and the referee that asks them for actions and charges faults."""

import time
from collections.abc import Callable, Mapping, Sequence

from joute.bots.bot import Bot, BotSession, SeatDecision
from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import IllegalMove, JouteError
from joute.core.events import Events
from joute.core.faults import Broken, Fault, guilty
from joute.core.game import Game
from joute.core.record import FAULT, GameRecord
from joute.core.rng import below, random_seed, seed_of, seeded
from joute.core.session import Session
from joute.core.state import Json, State
from joute.i18n import listed

Watcher = Callable[[State], None]


class Referee:
    """The players of one match; random actions replace those of a seat that has lost by a fault."""

    def __init__(self, game: Game, agents: Sequence[Agent], agent_seed: int, bot_seed: int, opinions: bool) -> None:
        self.game, self.agents, self.agent_seed, self.opinions = game, agents, agent_seed, opinions
        self.faults: list[Fault] = []
        texts = [agent.text for agent in agents]
        self.sessions: dict[int, BotSession] = {}
        for seat, agent in enumerate(agents):
            if isinstance(agent, Bot):
                self.sessions[seat] = agent.start_session(seat, texts, seed_of(bot_seed, "bot", seat))

    @property
    def versions(self) -> list[str]:
        """The version of Joute, or the name, version and fingerprint of a bot or of an agent in a file, for each seat."""
        return [agent.version for agent in self.agents]

    @property
    def guilty(self) -> set[int]:
        """The seats that lost the game by a fault."""
        return guilty(self.faults)

    @property
    def decided(self) -> bool:
        """Whether faults have decided the game: no seat is left, or one of two."""
        return bool(self.guilty) and len(self.agents) - len(self.guilty) <= (1 if len(self.agents) == 2 else 0)

    @property
    def wants_events(self) -> bool:
        """Whether a bot wants to get events."""
        return any(session.wants_events for session in self.sessions.values())

    def observe(self, events: Events) -> None:
        """Pass the events on to the bots, each as its seat saw them."""
        for session in self.sessions.values():
            if session.wants_events:
                session.observe(events)

    def choose(self, state: State, seat: int, turn: int) -> SeatDecision:
        """The seat's action; after a fault, a random one."""
        seed = seed_of(self.agent_seed, turn, seat)
        session = self.sessions.get(seat)
        if session is None:
            return self._ask_agent(self.agents[seat], self.game.view(state, seat), seat, seed)
        if seat not in self.guilty:
            try:
                return session.choose(self.game.view(state, seat), turn)
            except Broken as broken:
                self.faults.append(session.charge(broken, turn))
        numbers = self.game.legal_numbers(state, seat)
        return SeatDecision(numbers[below(seeded(seed, "instead"), len(numbers))], 0.0)

    def end(self, scores: list[float] | None, reason: str) -> None:
        """End the match for all bots."""
        for session in self.sessions.values():
            session.end(scores, reason, self.faults)

    def _ask_agent(self, agent: Agent, view: State, seat: int, seed: int) -> SeatDecision:
        began = time.perf_counter()
        if not self.opinions:
            number = int(agent.choose(view, seat, seed))
            return SeatDecision(number, time.perf_counter() - began)
        opinion = agent.consider(view, seat, seed)
        return SeatDecision(int(opinion.action), time.perf_counter() - began, opinion.to_json())


def match(
    game: Game,
    agents: Sequence[str | Agent],
    seed: int | None = None,
    opening: Sequence[Mapping[int, str]] = (),
    agent_seed: int | None = None,
    bot_seed: int | None = None,
    watch: Watcher | None = None,
    opinions: bool = False,
) -> GameRecord:
    """Play a game from the seed, each agent seeing only its view, and record it, with the agents' opinions if asked.

    An agent is an object or a text. Without a seed a random one is drawn; the record states it. The opening is played first. The agents'
    own random generators are seeded from `agent_seed` (default: the game's seed), those of bots from `bot_seed` (default: `agent_seed`).

    >>> import joute
    >>> game = joute.game("diamant", seats=2, rounds=1)
    >>> joute.match(game, ["random", "exit_factor"], seed=1)
    <GameRecord of diamant, seed 1: random ..., exit_factor ...; ... decisions>
    """
    if len(agents) != game.spec.seats:
        raise JouteError(
            "{game} has {seats} seats here; {count} agents were given", game=game.name, seats=game.spec.seats, count=len(agents)
        )
    seed = random_seed() if seed is None else seed
    agent_seed = seed if agent_seed is None else agent_seed
    players = [registry.agent(one, game) if isinstance(one, str) else one for one in agents]
    session = Session.begin(game, [player.text for player in players], seed)
    record = session.record
    record.opening = len(opening)
    referee = Referee(game, players, agent_seed, agent_seed if bot_seed is None else bot_seed, opinions)
    try:
        for given in opening:
            _apply(session, referee, game.check(session.state, given))
        while not session.over and not referee.decided:
            chosen = {seat: referee.choose(session.state, seat, session.ply) for seat in game.movers(session.state)}
            if referee.decided:
                break
            numbers = _checked(session, players, {seat: one.number for seat, one in chosen.items()})
            seconds = {seat: round(one.seconds, 6) for seat, one in chosen.items()}
            _apply(session, referee, numbers, seconds, {seat: one.info for seat, one in chosen.items() if one.info})
            if watch:
                watch(session.state)
        session.forfeit(referee.faults)
        record.versions = referee.versions
    finally:
        referee.end(record.scores, record.ended or FAULT)
        for one, player in zip(agents, players, strict=True):
            if isinstance(one, str):
                player.close()
    return record


def _checked(session: Session, players: Sequence[Agent], chosen: Mapping[int, int]) -> dict[int, int]:
    """The actions, checked; an error names the agents whose action is not legal."""
    try:
        return session.game.check(session.state, chosen)
    except IllegalMove as error:
        wrong = [players[seat].text for seat, number in chosen.items() if number not in session.game.legal_numbers(session.state, seat)]
        raise IllegalMove("{agents}: {error}", agents=listed(wrong), error=error) from error


def _apply(
    session: Session,
    referee: Referee,
    numbers: Mapping[int, int],
    seconds: Mapping[int, float] | None = None,
    opinions: Mapping[int, Json] | None = None,
) -> None:
    """Apply the actions; events are worked out only if a bot wants them."""
    if referee.wants_events:
        referee.observe(session.apply(numbers, seconds, opinions))
    else:
        session.step(numbers, seconds, opinions)
