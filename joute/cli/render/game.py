"""A game as the terminal shows it: positions, what agents think of them, and the result."""

from rich.console import Console, Group, RenderableType
from rich.text import Text

from joute.cli.render.formatting import number, table, time
from joute.cli.render.player_names import HUMAN, PlayerNames, player_name
from joute.core.game import Game
from joute.core.opinion import Judgement, Opinion, PayoffMatrix, Unit, variation
from joute.core.state import State
from joute.i18n import Sentence, current_language, in_language, say, say_count
from joute.report.html import BOARD

BOARD_STYLES = {"dim": "dim", "first": "bold cyan", "second": "bold yellow", "red": "red"}
MAX_JUDGEMENTS = 8
MIN_VISITS = 20  # an action that was visited less often shows no value
MAX_COLUMNS = 7  # of a payoff matrix
JUDGED: dict[str, Sentence] = {"value": "value", "visits": "visits", "weight": "weight"}


def show_position(console: Console, game: Game, view: State, names: PlayerNames) -> None:
    """Print a position, coloured if the console can."""
    console.print(position(game, view, names), soft_wrap=True)


def position(game: Game, view: State, names: PlayerNames) -> Text:
    """A position in colours."""
    drawing = Text(names.board(game.show(view, current_language())))
    for kind, pattern in BOARD.items():
        drawing.highlight_regex(pattern, BOARD_STYLES[kind])
    return drawing


# --- opinions -------------------------------------------------------------------------------------------------------------


def opinion(considered: Opinion, title: str, names: PlayerNames, most: int = MAX_JUDGEMENTS) -> RenderableType:
    """An opinion: the best actions, the principal variation, and the work it took."""
    parts: list[RenderableType] = [Text(names.sentence(title), "bold"), *_judgements(considered, names, most)]
    if len(considered.pv) > 1:
        parts.append(Text(say("expected: {line}", line=names.action(variation(considered.pv)))))
    if considered.matrix:
        parts += [Text(), _payoffs(considered.matrix)]
    if considered.remark:
        parts.append(Text(in_language(considered.remark)))
    depth = say("depth {depth}, ", depth=considered.depth) if considered.depth is not None else ""
    return Group(*parts, Text(depth + work(considered.nodes, considered.seconds), "dim"))


def work(nodes: int, seconds: float) -> str:
    """The number of nodes and the time of a search."""
    return say("nodes: {nodes}, time: {time}", nodes=number(nodes), time=time(seconds))


def value_sentence(considered: Opinion, player: str, agent: str) -> str:
    """The value of a position for a player, in its unit, and who estimated it."""
    words = {"player": player, "value": number(considered.value), "agent": agent}
    if considered.unit is Unit.WIN:
        return say("Value for {player}: {value} (chance to win), estimated by {agent}.", **words)
    return say("Value for {player}: {value} (score at the end), estimated by {agent}.", **words)


def _judgements(considered: Opinion, names: PlayerNames, most: int) -> list[RenderableType]:
    judged = considered.judgements
    if len({(one.value, one.visits, one.weight) for one in judged}) < 2:
        return [Text(say_count("it is the only legal action", "all {n} actions are equal", len(judged)))] if judged else []
    held = [field for field in JUDGED if any(getattr(one, field) is not None for one in judged)]
    win = considered.unit is Unit.WIN
    heads = [say("chance to win") if win and field == "value" else say(JUDGED[field]) for field in held]
    drawn = table(say("action"), *heads, numbers=" >>>")
    for one in judged[:most]:
        chosen = "bold" if one.action == considered.action else ""
        cells = (_value(one) if field == "value" else number(getattr(one, field)) for field in held)
        drawn.add_row(names.action(one.action.text(current_language())), *cells, style=chosen)
    left = len(judged) - most
    return [drawn, Text(say_count("… and one more", "… and {n} more", left), "dim")] if left > 0 else [drawn]


def _value(one: Judgement) -> str:
    """The value with its interval of 95 %; a dash if too few visits tell it."""
    if one.value is None or (one.visits is not None and one.visits < MIN_VISITS):
        return number(None)
    return number(one.value) + (f" ± {number(2 * one.error)}" if one.error else "")


def _payoffs(matrix: PayoffMatrix) -> RenderableType:
    weights, other = matrix["row_weights"], matrix["column_weights"]
    rows = sorted(range(len(matrix["rows"])), key=lambda row: -weights[row])
    columns = sorted(range(len(matrix["columns"])), key=lambda column: -other[column])[:MAX_COLUMNS]
    language = current_language()
    names = [matrix["columns"][column].text(language) for column in columns]
    drawn = table(say("own action, and the opponent's"), "%", *names, numbers=" >" + ">" * len(names))
    drawn.add_row("%", "", *(_percent(other[column]) for column in columns), style="dim")
    for row in rows:
        cells = (matrix["cells"][row][column] for column in columns)
        values = ["·" if cell is None else number(cell, 2) for cell in cells]
        drawn.add_row(matrix["rows"][row].text(language), _percent(weights[row]), *values, style="bold" if weights[row] else "")
    return drawn


def _percent(weight: float) -> str:
    return f"{100 * weight:.0f}" if weight > 0 else ""


# --- results --------------------------------------------------------------------------------------------------------------


def game_result(scores: list[float], players: list[str], names: PlayerNames) -> RenderableType:
    """The winner, and the score of every seat."""
    drawn = table(say("seat"), say("player"), say("score"), "", numbers="> >")
    humans = players.count(HUMAN)
    for seat, (score, text) in enumerate(zip(scores, players, strict=True)):
        player = names.player(seat, text) if names else say("you") if text == HUMAN and humans == 1 else player_name(text)
        drawn.add_row(str(seat), player, number(score, 0 if score == int(score) else 2), _outcome(score, scores))
    return Group(Text(result_sentence(scores, players, names), "bold green"), Text(), drawn)


def result_sentence(scores: list[float], players: list[str], names: PlayerNames) -> str:
    """The result in a sentence."""
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(winners) == len(scores):
        return say("The game is a draw.") if len(scores) > 1 else say("The game is over.")
    if len(winners) > 1:
        if names:
            return say("{names} share the win.", names=", ".join(map(names.seat, winners)))
        return say("Seats {seats} share the win.", seats=", ".join(map(str, winners)))
    (winner,) = winners
    if names:
        return say("{name} wins.", name=names.player(winner, players[winner]))
    if players.count(HUMAN) == 1:
        if players[winner] == HUMAN:
            return say("You win!")
        return say("You lose: seat {seat} ({player}) wins.", seat=winner, player=players[winner])
    return say("Seat {seat} ({player}) wins.", seat=winner, player=player_name(players[winner]))


def _outcome(score: float, scores: list[float]) -> str:
    if scores.count(score) == len(scores):
        return say("draw")
    if score < max(scores):
        return say("lost")
    return say("won") if scores.count(score) == 1 else say("shared")
