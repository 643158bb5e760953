"""How a tree that imitates an agent comes to its choice: its questions about the situation, and what is preferred there."""

import json

import numpy as np
from typing_extensions import TypedDict

from joute.core.errors import BadWeights
from joute.core.game import Game
from joute.core.rng import seed_of
from joute.core.state import State
from joute.explain.choice_model import TREE, ChoiceModel, Condition, input_rows, known_of_choice, model_facts, read_model
from joute.explain.model_words import condition_words
from joute.i18n import in_every_language
from joute.review.reasons import Texts

SHIPPED = "expert_tree.json"  # in the folder of a game


class PathQuestion(TypedDict):
    """A question of the tree about the situation."""

    words: Texts  # as it is asked
    yes: bool


class ActionPath(TypedDict):
    """What becomes of an action in the situation to which the questions lead."""

    action: str  # its name
    left_by: int  # the number of preferences after which it is still left; those that no action satisfies drop none
    share: float  # how often the tree plays it: actions that it finds equal have equal shares


class SurrogatePath(TypedDict):
    """How a tree that imitates an agent chooses here."""

    agent: str  # that it imitates
    fidelity: float | None  # share of decisions on other deals in which it plays what the agent plays; null: not stated
    self_agreement: float | None  # of the agent with another seed; null: not stated
    games: int | None  # whose decisions it was fitted to; null: not stated
    leaves: int  # of the tree
    worlds: int  # sampled for the consequences of each action; 0: it reads facts alone
    questions: list[PathQuestion]  # from the root to the leaf
    preferences: list[Texts]  # there, in order: of the actions that are left, those that satisfy one stay, if any does
    first: bool  # of equal actions, the first legal one is played
    actions: list[ActionPath]  # the one that is played first


def shipped_model(game: Game) -> ChoiceModel | None:
    """The tree of the game's own expert that comes with Joute; None if there is none that fits."""
    file = game.definition.folder / SHIPPED
    if not file.is_file():
        return None
    return tree(read_model(json.loads(file.read_text(encoding="utf-8"))), game)


def tree(model: ChoiceModel, game: Game) -> ChoiceModel:
    """The model, if it is a tree for this game."""
    if model.kind != TREE:
        raise BadWeights("this surrogate is no tree: only trees have a path")
    return model.check(game)


def surrogate_path(model: ChoiceModel, game: Game, view: State, seat: int, seed: int = 0) -> SurrogatePath:
    """The questions, the answers, the preferences, and what these leave of the legal actions."""
    facts, start = model_facts(game, model.worlds), np.zeros(1, np.int64)
    actions, known = known_of_choice(game, view, seat, model.worlds, seed_of(seed, "path"))
    rows = input_rows(model.inputs, known, start)
    shares = model.shares(rows, start)

    def asked(condition: Condition) -> Texts:
        return in_every_language(lambda: condition_words(facts, model.inputs, condition))

    questions: list[PathQuestion] = []
    node = model.nodes[0]
    while node.condition is not None:
        yes = bool(node.condition.holds(rows[:1])[0])
        questions.append({"words": asked(node.condition), "yes": yes})
        node = model.nodes[node.yes if yes else node.no]
    alive, left_by = np.ones(len(actions), np.bool_), np.zeros(len(actions), np.int64)
    for preference in node.preferences:
        alive = model.left_by(preference, rows, start, alive)
        left_by += alive
    paths: list[ActionPath] = [
        {"action": game.actions[number].name, "left_by": int(left), "share": float(share)}
        for number, left, share in zip(actions.tolist(), left_by, shares, strict=True)
    ]
    made = model.made
    return {
        "agent": str(made.get("agent", "")),
        "fidelity": stated(made.get("fidelity")),
        "self_agreement": stated(made.get("self_agreement")),
        "games": made["games"] if isinstance(made.get("games"), int) else None,
        "leaves": model.size,
        "worlds": model.worlds,
        "questions": questions,
        "preferences": [asked(preference) for preference in node.preferences],
        "first": model.first > 0,
        "actions": sorted(paths, key=lambda path: (-path["share"], -path["left_by"])),
    }


def stated(value: object) -> float | None:
    """A number of a file, if it is one."""
    return float(value) if isinstance(value, int | float) and np.isfinite(value) else None
