"""Does learning from reported scores help? A bandit over the settings of the report's MCTS plays deals against three careful players.

Then its favourite settings and those of the report play other deals, the same for both.

    python benchmarks/jeu_learns.py --level facile --deals 1200 --check 600 --seed 1
"""

import argparse
import json
import math
from statistics import fmean, stdev

from joute.core import registry
from joute.core.rng import seed_of
from joute.core.session import Session
from joute.server.classic.jeu_games import TYPES
from joute.server.classic.settings_bandit import SettingsBandit, reward


def scores_of(text: str, seed: int, seat: int) -> list[float]:
    """The final scores of a deal with that agent on the seat, against careful players."""
    game = registry.game("coeurs", deals=1).fast()
    agents = [registry.agent(text if other == seat else "careful", game) for other in range(4)]
    session = Session.begin(game, [agent.text for agent in agents], seed)
    while not session.over:
        mover = game.movers(session.state)[0]
        choice = agents[mover].choose(game.view(session.state, mover), mover, session.decision_seed(mover))
        session.step(game.check(session.state, {mover: int(choice)}))
    return list(session.record.scores or [])


def main() -> None:
    """Learn, then measure on other deals."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--level", default="facile")
    parser.add_argument("--deals", type=int, default=1200)
    parser.add_argument("--check", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    report = TYPES["MCTS"][asked.level]
    bandit = SettingsBandit(report)
    for number in range(asked.deals):
        arm, seat = bandit.choose(), number % 4
        bandit.add(arm, reward(seat, scores_of(arm, seed_of(asked.seed, "learning", number), seat)))
    gains = []
    for number in range(asked.check):
        seed, seat = seed_of(asked.seed, "other deals", number), number % 4
        leads = []
        for text in (bandit.favourite, report):
            scores = scores_of(text, seed, seat)
            leads.append(scores[seat] - (sum(scores) - scores[seat]) / 3)
        gains.append(leads[0] - leads[1])
    half = 1.96 * stdev(gains) / math.sqrt(len(gains))
    counts = {arm: [bandit.counts[arm], round(bandit.mean(arm), 4)] for arm in bandit.counts}
    found = {"arms": counts, "favourite": bandit.favourite, "gain": fmean(gains), "interval": [fmean(gains) - half, fmean(gains) + half]}
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
