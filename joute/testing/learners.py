"""Checks of the optional rules that searches and learners ask: evaluations, features, facts, candidates, the careful beginner."""

from collections.abc import Iterator

import numpy as np

from joute.core.facts import Fact, FactKind
from joute.core.playthrough import random_choices
from joute.core.rng import seeded
from joute.core.state import Fields, State
from joute.testing.moment import Moment
from joute.testing.problem import Problem

EXACT = 1e-9


def check_evaluations(moment: Moment) -> Iterator[Problem]:
    """An evaluation estimates a score that is possible."""
    spec, definition = moment.game.spec, moment.game.definition
    if not definition.states_itself("evaluate") or moment.over or not moment.legal:
        return
    values = np.full(spec.seats, np.nan)
    definition.stated["evaluate"](Fields.of(moment.state), values)
    for seat, value in enumerate(values.tolist()):
        if not spec.lowest - EXACT <= value <= spec.highest + EXACT:
            given = {"seat": seat, "value": f"{value:g}", "lowest": f"{spec.lowest:g}", "highest": f"{spec.highest:g}"}
            yield Problem(
                "evaluations_in_range", "evaluate", "evaluate gives seat {seat} {value}, but scores are {lowest} to {highest}", given
            )
            return


def check_candidates(moment: Moment) -> Iterator[Problem]:
    """Candidates are legal actions, at least one, each once; so is what is picked at random."""
    definition, actions = moment.game.definition, np.zeros(moment.game.spec.widest, np.int64)
    for seat, legal in moment.legal.items():
        if definition.states_itself("candidates"):
            count = int(definition.stated["candidates"](Fields.of(moment.state.copy()), seat, actions))
            listed = actions[:count].tolist()
            if count < 1 or len(set(listed)) < count or not set(listed) <= set(legal):
                yield Problem("candidates_are_legal", "candidates", "candidates must list legal actions, each once and at least one")
        if definition.states_itself("pick"):
            picked = int(definition.stated["pick"](Fields.of(moment.state.copy()), seat, actions, seeded("pick", moment.number)))
            if picked not in legal:
                yield Problem("picked_actions_are_legal", "pick", "pick returns {action}, which is not legal", {"action": picked})


def check_careful(moment: Moment) -> Iterator[Problem]:
    """The careful beginner plays legally, from what its seat knows alone, and changes nothing by looking."""
    game = moment.game
    if not game.definition.states_itself("careful"):
        return
    careful, actions = game.definition.stated["careful"], np.zeros(game.spec.widest, np.int64)
    for seat, legal in moment.legal.items():
        view = game.view(moment.state, seat)
        before = view.copy()
        chosen = int(careful(Fields.of(view), seat, actions, seeded("careful")))
        values = {"seat": seat, "action": moment.names().get(chosen, str(chosen))}
        if chosen not in legal:
            yield Problem("careful_plays_legally", "careful", "careful returns {action}, which is not legal for seat {seat}", values)
        elif view != before:
            yield Problem("careful_changes_nothing", "careful", "careful changes the position that it looks at", values)
        elif int(careful(Fields.of(moment.state.copy()), seat, actions, seeded("careful"))) != chosen:
            yield Problem(
                "careful_knows_its_view_alone", "careful", "careful plays differently when it sees what is hidden from seat {seat}", values
            )


def check_features(moment: Moment) -> Iterator[Problem]:
    """Every feature has a name, is written, and is a number, the same whatever is hidden."""
    game = moment.game
    if not game.definition.states_itself("features"):
        return
    if game.definition.feature_names is None:
        yield Problem("features_have_names", "features", "there are features, but the definition has no feature_names")
        return
    names = game.definition.feature_names(game.options)
    if len(set(names)) < len(names) or not names:
        yield Problem("features_have_names", "feature_names", "two features have the same name")
    for seat in range(game.spec.seats):
        out = np.full(len(names), np.nan)
        game.definition.stated["features"](Fields.of(game.view(moment.state, seat)), seat, out)
        if not np.isfinite(out).all():
            values = {"name": names[int(np.flatnonzero(~np.isfinite(out))[0])]}
            yield Problem("features_are_numbers", "features", "the feature {name!r} is not written, or not a number", values)
            return


def check_facts(moment: Moment) -> Iterator[Problem]:
    """Facts about a choice are numbers of their kind, and the same whatever is hidden."""
    game = moment.game
    named = game.definition.facts
    if not named:
        return

    def written(state: State, seat: int, action: int) -> list[float]:
        out = np.full(len(named), np.nan)
        game.definition.stated["facts"](Fields.of(state), seat, action, out)
        return out.tolist()

    for seat, legal in moment.legal.items():
        view = game.view(moment.state, seat)
        for action in legal[:12]:
            known = written(view, seat, action)
            for fact, value in zip(named, known, strict=True):
                if not is_of_its_kind(fact, value):
                    values = {"name": fact.name, "value": f"{value:g}", "kind": fact.kind}
                    yield Problem("facts_are_of_their_kind", "facts", "the fact {name} is {value}, which is no {kind}", values)
                    return
            for state in (moment.state, game.imagine(view, 5)) if game.spec.hidden else ():
                if written(state, seat, action) != known:
                    yield Problem("facts_know_the_view_alone", "facts", "facts change with what is hidden from seat {seat}", {"seat": seat})
                    return


def is_of_its_kind(fact: Fact, value: float) -> bool:
    """Whether a fact has a value that its kind allows."""
    if not np.isfinite(value):
        return False
    match fact.kind:
        case FactKind.FLAG:
            return value in (0.0, 1.0)
        case FactKind.COUNT:
            return value == round(value)
        case FactKind.CHANCE:
            return 0.0 <= value <= 1.0 + EXACT
        case _:
            return True


def check_forgetting(moment: Moment) -> Iterator[Problem]:
    """After `forget`, what is legal, what follows and who wins stay the same."""
    game = moment.game
    if not game.definition.states_itself("forget") or moment.over or not moment.legal:
        return
    watched, forgotten = moment.state.copy(), moment.state.copy()
    game.definition.stated["forget"](Fields.of(forgotten))
    for turn in range(game.spec.longest):
        if game.over(watched):
            break
        choices = random_choices(game, watched, "forget", turn)
        same = all(game.legal_numbers(forgotten, seat) == game.legal_numbers(watched, seat) for seat in choices)
        if not same or game.movers(forgotten) != game.movers(watched):
            yield Problem("forgetting_changes_no_rule", "forget", "after forget, other actions are legal")
            return
        game.step(watched, choices)
        game.step(forgotten, choices)
    if game.over(forgotten) != game.over(watched) or game.returns(forgotten) != game.returns(watched):
        yield Problem("forgetting_changes_no_rule", "forget", "after forget, the game ends otherwise")
