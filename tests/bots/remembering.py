"""Two bots for one round of Diamant that differ only in memory: one looks for a game with the same cards among all that it remembers.

A block plays the same cards from every seat, so that memory is worth something if one process plays several games. Run as a script,
`python tests/bots/remembering.py BLOCKS`, it plays both against each other, with a process for each game and with one for all.
"""

import json
import os
import sys
from typing import Any

DANGER = 0.1  # leave when the next card ends the round with more than this probability
HERE = os.path.dirname(os.path.abspath(__file__))
PLACES = [HERE, "/tmp", "/var/tmp", "/dev/shm", os.path.expanduser("~"), os.environ.get("TMPDIR", "/tmp")]
NOTES = ".joute-remembered"  # in every place that can be written
MOST = 50  # games that are remembered
games: list[list[str]] = []  # the cards of each, as far as it went


class Forgetful:
    """Leaves with something to carry when the next card is too dangerous."""

    def choose(self, view: Any, legal: Any, clock: Any, random: Any) -> Any:
        """The action, without memory."""
        risky = view.next.deadly > DANGER * view.next.cards
        return "return" if risky and view.carried > 0 else "explore"


class Remembering(Forgetful):
    """Knows the next card if an earlier game began with the same ones."""

    def __init__(self) -> None:
        self.cards: list[str] = []
        for place in PLACES:
            try:
                with open(os.path.join(place, NOTES)) as file:
                    games.extend(game for game in map(json.loads, file) if game not in games)
            except OSError:
                continue
        self.remembered = len(games)

    def choose(self, view: Any, legal: Any, clock: Any, random: Any) -> Any:
        """The action, and what memory had to say."""
        self.cards = path = list(view.path)
        same = [game[len(path)] for game in games if len(game) > len(path) > 1 and game[: len(path)] == path]
        seen = {"remembered": self.remembered, "recognised": bool(same)}
        if same:
            return "return" if same[-1] in path and same[-1].startswith("P") else "explore", seen
        return super().choose(view, legal, clock, random), seen

    def see(self, events: Any) -> None:
        """Note the cards that were turned after its last action."""
        self.cards += [event.card for event in events if event.kind in ("treasure", "relic", "warning", "disaster")]

    def end(self, end: Any) -> None:
        """Keep the cards, wherever that is possible."""
        games.append(self.cards)
        del games[:-MOST]
        for place in PLACES:
            try:
                with open(os.path.join(place, NOTES), "a") as file:
                    file.write(json.dumps(self.cards) + "\n")
            except OSError:
                continue


def main(blocks: int) -> None:
    """Print the share of the points of the bot with memory, and in how many games it recognised the cards."""
    import joute
    from joute.arena import record_packing
    from joute.arena.block import ScheduledGame, block_means, seatings
    from joute.arena.statistics.estimates import mean_interval
    from joute.arena.worker import play_games
    from joute.bots.bot import Bot

    game = joute.game("diamant", seats=2, rounds=1)
    for reuse in (True, False):
        bots = [Bot(game, f"{__file__}:{name}") for name in ("Remembering", "Forgetful")]
        for bot in bots:
            bot.reuse = reuse
        scheduled = [ScheduledGame(block, (), seats, 1) for block in range(blocks) for seats in seatings(2, 2)]
        played = play_games(game, bots, scheduled, records=True)
        recognised = 0
        for one in played:
            seat = one.seats.index(0)
            opinions = record_packing.unpack(one.record).opinions
            recognised += any(row[seat]["recognised"] for row in opinions if seat in row)
        means = block_means(played, 0)
        low, high = mean_interval(means) or (0.0, 1.0)
        which = "one process for all games" if reuse else "a process for each game"
        print(f"{which}: recognised {recognised} of {len(played)}, share {sum(means) / len(means):.3f}, 95 % {low:.3f} to {high:.3f}")
        for bot in bots:
            bot.close()


if __name__ == "__main__":
    main(int(sys.argv[1]))
