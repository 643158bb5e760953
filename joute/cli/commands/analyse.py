"""`joute analyse`: any position of a game, actions tried from it, and the decision there judged with reasons."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from joute.cli import options
from joute.cli.options import game_from_args, open_game
from joute.cli.play.text_input import parse_action, spellings
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.record_files import read_text, replaying, short
from joute.cli.render.console import output, print_json
from joute.cli.render.game import game_result, position
from joute.cli.render.player_names import PlayerNames
from joute.cli.render.review import explanation
from joute.core import registry, settings
from joute.core.analysis import Analysis, imported
from joute.core.errors import BadRecord, IllegalMove, JouteError
from joute.core.game import Game, plain_name
from joute.core.rng import seed_of
from joute.core.state import Action, State
from joute.i18n import in_language, say
from joute.report.review_texts import DecisionTexts
from joute.review.game_review import FULL, SECONDS
from joute.review.judge import Deadline, SamplingBudget
from joute.review.review_info import DecisionReview
from joute.review.single_decision import review_action


def command(
    source: options.AnalysisSource,
    ply: options.Ply = None,
    seat: options.AnalysedSeat = None,
    tried: options.Tried = None,
    action: options.JudgedAction = None,
    agent: options.Reviewer = None,
    samples: options.Samples = FULL,
    seconds: options.DecisionSeconds = SECONDS,
    seed: options.ChanceSeed = None,
    option: options.GameOptions = None,
    name: options.ReplayGame = None,
    as_json: options.Json = False,
) -> None:
    """Find the position, try the actions, and judge the decision."""
    analysis, names = opened(source, name, option, ply, seed)
    game = analysis.game
    if seat is not None and seat >= game.spec.seats:
        raise JouteError("--seat {seat}: the seats of this game are 0 to {last}", seat=seat, last=game.spec.seats - 1)
    registry.agent(agent or registry.advisor_name(game), game)
    try_actions(analysis, tried or [])
    decided = decision(analysis, seat, action)
    judged = judge_decision(analysis, decided, agent, SamplingBudget(samples, 0, Deadline(seconds))) if decided else None
    result = AnalysisResult(analysis, names, seat, judged)
    if as_json:
        print_json(result.to_json())
    else:
        output().print(result.render(), soft_wrap=True)


def opened(
    source: str, name: str | None, option: list[str] | None, ply: int | None, seed: int | None
) -> tuple[Analysis, PlayerNames]:  # fmt: skip
    """The analysis of a file, which holds a record or a position, or of a game; and the names of its players."""
    if not Path(source).is_file() or source.endswith(".py"):
        if ply is not None:
            raise JouteError("--ply belongs to a record: {source} is a game, or no file", source=source)
        return Analysis.begun(game_from_args(source, option), seed or 0), PlayerNames()
    file = Path(source)
    if option:
        raise JouteError("--option belongs to a game: {file} says which options it has", file=short(file))
    try:
        found = imported(read_text(file), lambda recorded, chosen: open_game(name or recorded, chosen))
    except JouteError as error:
        raise BadRecord("{file}: {error}", file=short(file), error=error) from error
    game, record = found.game, found.record
    if record is None:
        if ply is not None:
            raise JouteError("--ply belongs to a record: {source} is a game, or no file", source=short(file))
        assert found.position is not None
        return Analysis.of_position(game, found.position, seed), PlayerNames()
    with replaying(game):
        states = [state for state, _ in record.replay(game)]
    place = len(states) - 1 if ply is None else ply
    return Analysis.of_record(record, game, states, place, seed), PlayerNames.recorded(record.names, game.spec.seats)


def try_actions(analysis: Analysis, typed: Sequence[str]) -> None:
    """Play the actions that were typed; where several seats choose at once, in the order of their seats."""
    waiting, number = deque(typed), 0
    while waiting:
        chosen: dict[int, str] = {}
        if analysis.game.over(analysis.state):
            raise IllegalMove("the game is over before {text}", text=waiting[0])
        for seat in analysis.game.movers(analysis.state):
            legal = analysis.game.legal(analysis.state, seat)
            if not waiting:
                raise IllegalMove("seat {seat} chooses at the same time: its action is missing", seat=seat)
            number += 1
            try:
                chosen[seat] = next_action(waiting, analysis.game, legal).name
            except IllegalMove as error:
                raise IllegalMove("action {number}: {error}", number=number, error=error) from error
        analysis.play(chosen)
        while waiting and not waiting[0].strip():
            waiting.popleft()


def next_action(waiting: deque[str], game: Game, legal: Sequence[Action]) -> Action:
    """Take the next action from the texts: a text is one action if it is the name of one, else a list with commas or spaces."""
    text = waiting.popleft().strip()
    exact = spellings(legal).get(plain_name(text))
    parts = [] if exact else text.split(",") if "," in text else text.split()
    if len(parts) > 1:
        try:
            return parse_action(text, game, legal)  # the beginning of a name with a space
        except IllegalMove:
            waiting.extendleft(reversed([part for part in parts if part.strip()]))
            return next_action(waiting, game, legal)
    return parse_action(text, game, legal)


def decision(analysis: Analysis, seat: int | None, action: str | None) -> tuple[int, str | None] | None:
    """Whose decision is judged, and which action; None if nobody, or not that seat, chooses here."""
    game, movers = analysis.game, analysis.game.movers(analysis.state)
    if not movers or (seat is not None and seat not in movers):
        if action is not None:
            raise IllegalMove("nobody chooses {action} here", action=action)
        return None
    whose = movers[0] if seat is None else seat
    return whose, None if action is None else parse_action(action, game, game.legal(analysis.state, whose)).name


def judge_decision(analysis: Analysis, decided: tuple[int, str | None], agent: str | None, sampling: SamplingBudget) -> DecisionReview:
    """The judgement, from what the seat knows."""
    game, (seat, action) = analysis.game, decided
    judging = registry.agent(agent or registry.advisor_name(game), game)
    seed = seed_of(analysis.origin.seed if analysis.origin else 0, analysis.ply, seat) >> 1
    view = game.view(analysis.state, seat)
    with ProgressLine(say("judging the decision of seat {seat}", seat=seat), game.name):
        return run_interruptibly(lambda: review_action(game, view, seat, action, judging, sampling._replace(seed=seed), analysis.ply))


@dataclass(frozen=True)
class AnalysisResult:
    """A position with the decision that is open there."""

    analysis: Analysis
    names: PlayerNames
    seat: int | None  # whose knowledge is shown; None: everything
    judged: DecisionReview | None

    @property
    def view(self) -> State:
        """What is shown of the position."""
        state = self.analysis.state
        return state if self.seat is None else self.analysis.game.view(state, self.seat)

    def to_json(self) -> dict[str, object]:
        """For a program."""
        analysis, game, state = self.analysis, self.analysis.game, self.analysis.state
        record = analysis.record()
        return {
            "game": game.name,
            "options": settings.changed(game.options),
            "ply": analysis.ply,
            "sampled": analysis.sampled,
            "tried": [{str(seat): action for seat, action in tried.choices.items()} for tried in analysis.tried],
            "events": [event.to_json() for tried in analysis.tried for event in tried.events.seen_by(self.seat)],
            "view": game.to_json(self.view),
            "position": game.to_json(state),
            "record": None if record is None else record.to_json(),
            "movers": game.movers(state),
            "legal": {str(seat): [action.name for action in game.legal(state, seat)] for seat in game.movers(state)},
            "over": game.over(state),
            "scores": game.returns(state) if game.over(state) else None,
            "decision": self.judged,
        }

    def render(self) -> RenderableType:
        """What was tried, the position, and the judgement."""
        analysis, game, names = self.analysis, self.analysis.game, self.names
        title = say("{game}, position {ply}", game=in_language(game.definition.title), ply=analysis.ply)
        parts: list[RenderableType] = [Text(title, "bold")]
        if analysis.sampled:
            parts.append(Text(say("What the view left open is sampled."), "dim"))
        for tried in analysis.tried:
            parts += [Text.assemble(("· ", "dim"), names.event(event)) for event in tried.events.seen_by(self.seat)]
        parts += [Text(), position(game, self.view, names), Text()]
        if game.over(analysis.state):
            agents = analysis.origin.agents if analysis.origin else [say("seat {seat}", seat=seat) for seat in range(game.spec.seats)]
            return Group(*parts, game_result(game.returns(analysis.state), agents, names))
        movers = ", ".join(names.seat(seat) for seat in game.movers(analysis.state))
        parts.append(Text(say("To choose: {movers}", movers=movers)))
        if self.judged is None:
            return Group(*parts)
        texts = DecisionTexts(game, names.by_seat, names.action)
        head = Text.assemble((names.seat(self.judged["seat"]), "bold"), say(": "), texts.verdict(self.judged))
        if not self.judged["free"]:
            return Group(*parts, Text(), head, Text(say("The only legal action: {action}", action=texts.action(self.judged["action"]))))
        return Group(*parts, Text(), head, *explanation(texts, self.judged, marked=False))
