"""`joute verify`: whether the chance of a recorded game follows from what the server committed to before it."""

from rich.console import Group, RenderableType
from rich.text import Text

from joute.cli import options
from joute.cli.record_files import read_game, read_record, short
from joute.cli.render.console import print_result
from joute.core.errors import BadRecord
from joute.core.record import GameRecord
from joute.i18n import say


def command(
    file: options.RecordFile, commitment: options.Commitment = None, name: options.ReplayGame = None, as_json: options.Json = False
) -> None:
    """Check the record, or refuse it with the reason."""
    record = read_record(file) if name is None else read_game(file, name)[0]
    try:
        record.verify(commitment)
    except BadRecord as error:
        raise BadRecord("{file}: {error}", file=short(file), error=error) from error
    print_result(as_json, {"verified": True, **record.to_json()["fairness"]}, lambda _: render(record))


def render(record: GameRecord) -> RenderableType:
    """What was checked."""
    fairness = record.fairness
    assert fairness is not None
    given = sum(bool(nonce) for nonce in fairness.nonces)
    words = {"game": record.game, "decisions": len(record.choices), "given": given}
    return Group(
        Text(say("The deal follows from the committed secret."), "bold green"),
        say("Commitment {commitment}: SHA-256 of the secret {secret}.", commitment=fairness.commitment, secret=fairness.secret),
        say(
            "Nonces of the players that were mixed in: {given}. All {decisions} decisions of this game of {game} replay from the seed.",
            **words,
        ),
    )
