"""How a tree that imitates an agent comes to its choice: the questions that it asks about each action, answered yes or no."""

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
    """A question of the tree."""

    words: Texts  # as it is asked
    yes: bool  # the answer for this action


class ActionPath(TypedDict):
    """The way of an action through the tree."""

    action: str  # its name
    questions: list[PathQuestion]  # from the root to the leaf
    score: float  # of the leaf; the action with the highest is played
    share: float  # how often the tree plays it: actions that it finds equal have equal shares


class SurrogatePath(TypedDict):
    """How a tree that imitates an agent chooses here."""

    agent: str  # that it imitates
    fidelity: float | None  # share of decisions on other deals in which it plays what the agent plays; null: not stated
    self_agreement: float | None  # of the agent with another seed; null: not stated
    games: int | None  # whose decisions it was fitted to; null: not stated
    leaves: int  # of the tree
    worlds: int  # sampled for the consequences of each action; 0: it reads facts alone
    actions: list[ActionPath]  # the highest score first


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
    """The questions and answers for every legal action of a decision."""
    facts, start = model_facts(game, model.worlds), np.zeros(1, np.int64)
    actions, known = known_of_choice(game, view, seat, model.worlds, seed_of(seed, "path"))
    rows = input_rows(model.inputs, known, start)
    scores, shares = model.scores(rows, start), model.shares(rows, start)

    def asked(condition: Condition) -> Texts:
        return in_every_language(lambda: condition_words(facts, model.inputs, condition))

    paths: list[ActionPath] = []
    for place, number in enumerate(actions.tolist()):
        questions: list[PathQuestion] = []
        node = model.nodes[0]
        while node.condition is not None:
            yes = bool(node.condition.holds(rows[place : place + 1])[0])
            questions.append({"words": asked(node.condition), "yes": yes})
            node = model.nodes[node.yes if yes else node.no]
        paths.append(
            {"action": game.actions[number].name, "questions": questions, "score": float(scores[place]), "share": float(shares[place])}
        )
    made = model.made
    return {
        "agent": str(made.get("agent", "")),
        "fidelity": stated(made.get("fidelity")),
        "self_agreement": stated(made.get("self_agreement")),
        "games": made["games"] if isinstance(made.get("games"), int) else None,
        "leaves": model.size,
        "worlds": model.worlds,
        "actions": sorted(paths, key=lambda path: (-path["share"], -path["score"])),
    }


def stated(value: object) -> float | None:
    """A number of a file, if it is one."""
    return float(value) if isinstance(value, int | float) and np.isfinite(value) else None
