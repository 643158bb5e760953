"""Deals of the report's interface become decisions of a table; a bandit over settings prefers what the scores favour."""

from pathlib import Path

import numpy as np
import pytest

import joute
from joute.cli.reported_deals import recorded, reported_decisions
from joute.core.rng import draw, seeded
from joute.core.session import Session
from joute.explain.dataset import source_of, write_decisions
from joute.games.coeurs.played_deals import completed
from joute.server.classic.settings_bandit import SettingsBandit, arms, reward
from joute.store.records import ReportedScore


def played(seed: int = 3) -> tuple[list[tuple[int, str]], list[int], joute.Game]:
    """A deal of careful players: who played what, and the scores."""
    game = joute.game("coeurs", deals=1)
    record = joute.match(game, ["careful"] * 4, seed=seed)
    assert record.scores is not None
    return [(seat, card) for row in record.choices for seat, card in row.items()], [int(score) for score in record.scores], game


def deal(plays: list[tuple[int, str]]) -> dict[str, object]:
    """As the server stores it."""
    return {"plays": plays, "players": ["human", "uct", "uct", "uct"]}


def test_the_last_card_of_a_deal_is_the_one_that_nobody_has_seen() -> None:
    plays, _, _ = played()
    assert completed(plays) == completed(plays[:31]) == plays
    assert completed(plays[:30]) is None
    assert completed([(0, card) for _, card in plays]) is None


@pytest.mark.parametrize("seed", [3, 8])
def test_the_decisions_of_a_reported_deal_are_those_of_its_record(seed: int) -> None:
    plays, scores, game = played(seed)
    found = recorded(deal(plays), scores, game)
    assert found is not None
    session, number = Session.begin(game, ["careful"] * 4, seed), 0
    for ply, (seat, card) in enumerate(plays):
        view = game.view(session.state, seat)
        if len(game.legal(view, seat)) > 1:
            one = found.decisions[number]
            assert (one["ply"], one["seat"], one["action"]) == (ply, seat, card)
            read = game.position(one["view"])
            assert game.legal_numbers(read, seat) == game.legal_numbers(view, seat)
            chosen = int(game.action(card))
            assert game.facts(read, seat, chosen) == game.facts(view, seat, chosen)
            number += 1
        session.step(game.check(session.state, {seat: card}))
    assert number == len(found.decisions)


def test_a_deal_that_breaks_the_rules_is_left_out() -> None:
    plays, scores, game = played()
    led = plays[0][1][-1]
    seat = next(seat for seat, card in plays[1:4] if card[-1] == led)
    early = next(place for place, (own, _) in enumerate(plays) if own == seat)
    late = next(place for place, (own, card) in enumerate(plays) if own == seat and card[-1] != led)
    plays[early], plays[late] = plays[late], plays[early]  # does not follow suit, though it could
    assert recorded(deal(plays), scores, game) is None


def test_reported_deals_make_a_table(tmp_path: Path) -> None:
    plays, scores, game = played()
    stored = [ReportedScore("p", "coeurs", "MCTS", "moyen", {"id": 1, "score": 0, "scores": scores, "deal": deal(plays)})]
    found = reported_decisions([ReportedScore("p", "coeurs", "MCTS", "moyen", {"id": 2, "score": 0, "scores": scores}), *stored], game)
    card = write_decisions(game, source_of(game, [], 0, len(found), False, False), tmp_path / "deals.csv", 1, found)
    assert card["decisions"] == len(found[0].decisions) > 10
    assert "human" in (tmp_path / "deals.csv").read_text(encoding="utf-8")


def test_the_bandit_tries_all_settings_and_prefers_the_better_ones() -> None:
    bandit, rng = SettingsBandit("uct:iterations=50"), seeded("bandit")
    good = arms("uct:iterations=50")[2]
    for _ in range(3000):
        arm = bandit.choose()
        share = 0.6 if arm == good else 0.5
        bandit.add(arm, float(draw(rng, np.array([1 - share, share]), 2)))
    assert min(bandit.counts.values()) > 0
    assert bandit.favourite == good
    game = joute.game("coeurs", deals=1)
    assert all(joute.agent(arm, game) for arm in bandit.counts)


def test_a_reward_is_the_lead_over_the_others() -> None:
    assert reward(0, [0, 0, 0, 0]) == 0.5
    assert reward(0, [40, 0, 0, 0]) > reward(1, [40, 0, 0, 0])
