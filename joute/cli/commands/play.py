"""`joute play`: a game in the terminal, new or resumed."""

from joute.cli import options
from joute.cli.options import open_game, parse_pairs
from joute.cli.play.local_game import LocalGame, default_seats, split_seats
from joute.cli.play.loop import GameLoop
from joute.cli.record_files import check_target, read_record
from joute.cli.render.player_names import PlayerNames
from joute.core import registry
from joute.core.errors import JouteError, known
from joute.core.rng import random_seed


def command(
    name: options.OptionalGame = None,
    seats: options.Seats = None,
    seed: options.ChanceSeed = None,
    option: options.GameOptions = None,
    save: options.Save = None,
    resume: options.Continue = None,
    names: options.Names = None,
    values: options.Values = False,
) -> None:
    """Play a new game, whose random seed is printed unless one is given, or resume a saved one, which is saved in the same file."""
    players = split_seats(seats) if seats is not None else None
    if save:
        check_target(save)
    if resume:
        record = read_record(resume)
        name, save = name or record.game, save or resume
        game = open_game(name, record.options)
        session = LocalGame.resume(game, record, players or record.agents)
    elif name:
        game = open_game(name, parse_pairs(option), len(players) if players else None)
        session = LocalGame.begin(game, players or default_seats(game), random_seed() if seed is None else seed)
    else:
        raise JouteError("name the game to play: {names}, or the path of a Python file", names=known(registry.GAMES))
    if names is not None:
        session.record.names = list(PlayerNames.given(names, session.record.agents).by_seat)
    GameLoop(session, name, save, values).run()
