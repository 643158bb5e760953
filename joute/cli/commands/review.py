"""`joute review`: the decisions of a recorded game judged, with reasons, in the terminal, as a web page or as JSON."""

from joute.cli import options
from joute.cli.progress import ProgressLine, run_interruptibly
from joute.cli.record_files import check_writable, read_game, replaying, short, write_text
from joute.cli.render.console import messages, output, print_json
from joute.cli.render.player_names import PlayerNames
from joute.cli.render.review import render
from joute.core import registry
from joute.core.errors import BadRecord, JouteError
from joute.i18n import say
from joute.report.review_page import page
from joute.report.review_texts import ReviewTexts
from joute.review.game_review import FULL, SECONDS, review
from joute.review.replayed_game import ReplayedGame


def command(
    file: options.RecordFile,
    agent: options.Reviewer = None,
    samples: options.Samples = FULL,
    seconds: options.DecisionSeconds = SECONDS,
    seat: options.ReviewedSeat = None,
    html: options.Html = None,
    name: options.ReplayGame = None,
    as_json: options.Json = False,
) -> None:
    """Review the game, and print it, or write a page."""
    if html is not None:
        check_writable(html)
    record, game = read_game(file, name)
    if seat is not None and seat >= game.spec.seats:
        raise JouteError("--seat {seat}: the seats of this game are 0 to {last}", seat=seat, last=game.spec.seats - 1)
    registry.agent(agent or registry.advisor_name(game), game)
    with ProgressLine(say("reviewing {file}", file=file.name), game.name) as line:
        with replaying(game):
            replayed = ReplayedGame(record, game)
        if not replayed.decisions():
            raise BadRecord("{file}: nobody has decided anything in this game", file=short(file))
        found = run_interruptibly(lambda: review(replayed, agent, samples, line.advance, seat, seconds))
    names = PlayerNames.recorded(record.names, game.spec.seats)
    players = [names.player(place, text) for place, text in enumerate(record.agents)]
    texts = ReviewTexts(replayed.game, names.by_seat, names.action, found, players)
    if html is not None:
        write_text(html, page(texts, samples))
        messages().print(say("The page is in {file}", file=html), soft_wrap=True)
    if as_json:
        print_json(found)
    elif html is None:
        output().print(render(texts, samples))
