"""The words of events: a client that applies them one after another sees the battle as it is after each of them."""

import random
from typing import Any

import pytest
from games.pokemon.battle import Battle

import joute


def shown(view: dict[str, Any], event: dict[str, Any]) -> None:
    """Apply an event to the view, as a client does."""
    sides = view["sides"]
    if event["kind"] == "sent":
        side = sides[event["seat"]]
        side["active"] = [creature["name"] for creature in side["creatures"]].index(event["creature"])
    for change in event.get("changed", []):
        creature = next(one for one in sides[change["seat"]]["creatures"] if one["name"] == change["creature"])
        creature.update({key: value for key, value in change.items() if key not in ("seat", "creature")})
    for seat, turns in enumerate(event.get("rocks", [])):
        sides[seat]["rocks"] = turns
    view["turn"] = event["turn"] - 1 if event["kind"] == "turn" else view["turn"]


def visible(view: dict[str, Any]) -> list[Any]:
    """What a scene shows; how many turns a status has left is right again when the next turn begins."""
    return [
        (
            side["active"],
            side["rocks"] > 0,
            [(one["hp"], one["attack_bonus"], one["defence_bonus"], set(one["statuses"])) for one in side["creatures"]],
        )
        for side in view["sides"]
    ]


@pytest.mark.parametrize("seed", range(6))
def test_events_applied_in_order_lead_to_the_next_view(seed: int) -> None:
    game = joute.game("pokemon")
    state, chance, kinds = game.new(seed), random.Random(seed), set()
    while movers := game.movers(state):
        before: Any = game.to_json(state)
        played = game.play(state, {seat: chance.choice(list(game.legal(state, seat))) for seat in movers})
        for step, events in zip(played.steps, played.by_step(0), strict=True):
            for event in events:
                shown(before, dict(event.to_json()))
                kinds.add(event.kind)
            assert visible(before) == visible(game.to_json(step.after))
    assert {"sent", "attack", "bite", "turn", "ended"} <= kinds


@pytest.mark.parametrize(
    ("first", "second", "attack", "effect", "said"),
    [
        ("pikachu", "carapuce", "Tonnerre", 2, "Thunderbolt: very effective, Squirtle loses"),
        ("pikachu", "bulbizarre", "Tonnerre", 0.5, "Thunderbolt: not very effective, Bulbasaur loses"),
        ("pikachu", "salameche", "Tonnerre", 1, "Thunderbolt: Charmander loses"),
        ("pikachu", "osselait", "Tonnerre", 0, "Thunderbolt: no effect"),
        ("pikachu", "osselait", "Cage-Éclair", None, "Thunder Wave: Cubone is paralysed"),
    ],
)
def test_an_attack_says_how_effective_it_is(first: str, second: str, attack: str, effect: float | None, said: str) -> None:
    battle = Battle(first, second)
    battle.state.array["chance"] = 1
    event = battle.game.play(battle.state, {0: attack, 1: battle.legal(1)[0]})[0]
    assert event.words["effect"] == effect
    assert said in event.text().removeprefix("Pikachu uses ")
