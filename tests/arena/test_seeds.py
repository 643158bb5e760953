"""Seeds: random ones that nobody can guess, written so that everybody can repeat them, and none of them given away to a bot."""

import json
import textwrap
from pathlib import Path

import pytest

import joute
from joute.arena.block import ScheduledGame
from joute.arena.duel import duel
from joute.arena.record_packing import pack, unpack
from joute.core.record import GameRecord
from joute.core.rng import plain_seed, random_seed, read_seed, short_seed

SMALL = {"seats": 2, "rounds": 1}
ORACLE = """
    from joute import game as open_game
    from joute.arena.block import ScheduledGame
    from joute.core.rng import seed_of

    CANDIDATES = [ScheduledGame(0, (), [0, 1, 0, 1], seed) for seed in range(200)]

    class Oracle:
        def new_game(self, message):
            # The seeds of a duel from which the bot's own seed would follow.
            self.own = [one.seed for one in CANDIDATES if seed_of(one.agent_seed, "bot", message.seat) % 2**53 == message.seed]

        def choose(self, view, legal, clock, random):
            game, fits = open_game(view["game"], **view["options"]), []
            for one in CANDIDATES:  # and those that would deal it these cards
                dealt = game.to_json(game.view(game.new(one.chance_seed), view["viewer"]))
                fits += [one.seed] * (dealt["hands"][view["viewer"]] == view["hands"][view["viewer"]])
            return legal[0], {"comment": f"own {self.own}, deals {fits}"}
"""


def test_a_large_seed_is_written_in_hexadecimal_and_read_back() -> None:
    seed = random_seed() | 1 << 127
    assert str(plain_seed(seed)).startswith("0x")
    assert read_seed(plain_seed(seed)) == seed
    assert (plain_seed(5), read_seed("5"), read_seed("0x10"), short_seed(7)) == (5, 5, 16, "7")
    assert len(short_seed(seed)) == 8
    for wrong in ("five", 2**128, "", True):
        with pytest.raises(ValueError, match=r".*"):
            read_seed(wrong)


def test_without_a_seed_games_differ_and_can_be_repeated() -> None:
    game = joute.game("diamant", **SMALL)
    first, second = (duel(game, ["random", "careful"], 4) for _ in range(2))
    assert min(first.seed, second.seed) > 2**100, "128 random bits"
    assert first.seed != second.seed
    again = duel(game, ["random", "careful"], 4, seed=read_seed(first.to_json()["seed"]))
    assert [one.scores for one in again.played] == [one.scores for one in first.played]


def test_records_keep_a_seed_of_128_bits() -> None:
    game = joute.game("diamant", **SMALL)
    record = joute.match(game, ["random", "random"])
    assert record.seed > 2**100
    read = GameRecord.from_json(json.loads(json.dumps(record.to_json())))
    assert read == record == unpack(pack(record))
    assert len(list(read.replay())) == len(record.choices) + 1


def test_the_seed_of_a_bot_says_nothing_about_the_seed_of_the_duel() -> None:
    games = [ScheduledGame(3, (), [0, 1], seed) for seed in (0, 1, random_seed())]
    assert len({one.bot_seed for one in games}) == 1, "the same for every seed"
    assert len({one.agent_seed for one in games}) == len({one.chance_seed for one in games}) == 3
    assert all(one.chance_seed.bit_length() > 64 for one in games)
    assert len({ScheduledGame(block, (), seats, 0).bot_seed for block in range(3) for seats in ([0, 1], [1, 0])}) == 6


def test_a_record_from_before_keyed_chance_is_refused_with_the_reason() -> None:
    old = joute.match(joute.game("diamant", **SMALL), ["random", "random"], seed=1).to_json() | {"joute record": 2}
    with pytest.raises(joute.BadRecord, match="earlier version"):
        list(GameRecord.from_json(old).replay())
    board = joute.match(joute.game("morpion", width=3, height=3, align=3), ["random", "random"], seed=1).to_json() | {"joute record": 2}
    assert len(list(GameRecord.from_json(board).replay())) == len(board["choices"]) + 1, "without chance nothing changed"


@pytest.mark.parametrize(("seed", "deals"), [(None, []), (7, [7])])
def test_an_oracle_bot_finds_only_a_seed_that_was_chosen_small(tmp_path: Path, seed: int | None, deals: list[int]) -> None:
    file = tmp_path / "oracle.py"
    file.write_text(textwrap.dedent(ORACLE))
    game = joute.game("coeurs", deals=1)
    scheduled = ScheduledGame(0, (), [0, 1, 0, 1], random_seed() if seed is None else seed)
    players = [str(file), "random", "random", "random"]
    record = joute.match(game, players, scheduled.chance_seed, (), scheduled.agent_seed, scheduled.bot_seed, opinions=True)
    assert not record.faults
    first = next(row[0] for row in record.opinions if 0 in row)
    assert first["comment"] == f"own [], deals {deals}", "its own seed gives nothing away; only a small seed can be tried out"
