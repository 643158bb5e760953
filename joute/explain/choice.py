"""Why this action rather than that one: the difference in sampled worlds, and what it is due to.

Values are means of continuations in which everybody plays on by the rule `careful`, as in a review. An agent may name the choice that is
explained; its own values stand beside, and a counterfactual then counts only if the agent chooses otherwise there.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce

from joute.arena.statistics.estimates import student_quantile
from joute.core.agent import Agent
from joute.core.beliefs import UNIFORM
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.core.rng import seed_of
from joute.core.seat_names import with_names
from joute.core.state import Action, Json, State
from joute.explain.contrast import Contrast, explanation_module
from joute.explain.counterfactuals import Counterfactual, counterfactuals
from joute.explain.explanation_info import CounterfactualInfo, ExplanationInfo
from joute.explain.fact_shares import fact_shares
from joute.explain.knowledge_shares import KnowledgeShares, knowledge_shares
from joute.explain.outcome_shares import WorldStatement, outcome_shares, sampled_gap, separating_statements
from joute.explain.provenance import provenance
from joute.explain.shares import SEEDS, Share
from joute.explain.steps import Steps, considered, finished, within
from joute.i18n import capital, decimal, in_every_language, in_language, say
from joute.review.continuations import ContinuationSampler
from joute.review.value_range import unit_of

SAMPLES, FEW = 200_000, 20_000  # sampled worlds for the contributions of known things, in all; in a game that names none
PAIR_SHARE, FACT_SHARE, RIVAL_SHARE = 20, 6, 100  # the worlds of the other questions are this part of them
FORMAT = 1
CERTAIN = 1.96  # standard errors to either side: an interval of 95 %


@dataclass(frozen=True)
class ChoiceExplanation:
    """Why one action rather than another: numbers with intervals, and sentences."""

    game: Game
    seat: int
    action: Action
    other: Action
    unit: Unit
    gap: float  # value of the action minus value of the other
    error: float  # standard error
    better: float  # share of the sampled worlds in which the action is better
    worse: float
    knowledge: KnowledgeShares | None  # None: the game names no known things
    facts: list[Share]
    outcomes: list[Share]
    worlds: list[WorldStatement]
    counterfactuals: list[Counterfactual]
    agent: str | None
    agent_values: tuple[float | None, float | None]  # of the two actions, by the agent's own search, in its unit
    seed: int
    samples: int
    seconds: float
    remarks: list[dict[str, str]]  # by language: what cannot be explained, and why
    agent_version: str | None = None
    ply: int | None = None  # of the decision in its record

    def to_json(self, command: str = "") -> Json:
        """For a program or a file, with everything that is needed to repeat it."""
        return {"joute choice explanation": FORMAT, **self.info(command)}

    def info(self, command: str = "") -> ExplanationInfo:
        """The same, typed."""
        known, made = self.knowledge, provenance(self.game, self.seed, command)
        return {
            "game": made["game"],
            "options": made["options"],
            "seat": self.seat,
            "ply": self.ply,
            "action": self.action.name,
            "other": self.other.name,
            "unit": self.unit,
            "in_wins": self.in_wins,
            "gap": self.gap,
            "gap_error": self.error,
            "interval": [self.gap - CERTAIN * self.error, self.gap + CERTAIN * self.error],
            "better_in": self.better,
            "worse_in": self.worse,
            "verdict": in_every_language(self.verdict),
            "known_things": [{**share.info(), "gap_without": gap} for share, gap in zip(known.shares, known.without, strict=True)]
            if known
            else None,
            "gap_if_nothing_is_known": known.nothing if known else None,
            "known_things_exact": known.exact if known else None,
            "facts": [share.info() for share in self.ranked_facts()],
            "outcomes": [share.info() for share in self.outcomes],
            "worlds": [statement.info() for statement in self.worlds],
            "world_sentences": [in_every_language(partial(self.spoken_statement, statement)) for statement in self.worlds],
            "counterfactuals": [self._counterfactual_info(one) for one in self.counterfactuals],
            "sentences": in_every_language(lambda: "\n".join(self.sentences())),
            "remarks": self.remarks,
            "agent": self.agent,
            "agent_version": self.agent_version,
            "agent_values": list(self.agent_values),
            "seeds": SEEDS,
            "samples": self.samples,
            "seconds": self.seconds,
            "seed": made["seed"],
            "rules": made["rules"],
            "versions": made["versions"],
            "command": made["command"],
        }

    def _counterfactual_info(self, one: Counterfactual) -> CounterfactualInfo:
        return {
            "thing": one.altered.thing.name,
            "label": one.altered.label,
            "probability": one.altered.probability,
            "choice": one.choice.name,
            "gain": one.gain,
            "error": one.error,
            "sentence": in_every_language(lambda: self.spoken_counterfactual(one)),
            "view": self.game.to_json(one.altered.view),
        }

    def ranked_facts(self) -> list[Share]:
        """The weightiest first."""
        return sorted(self.facts, key=lambda share: -abs(share.value))

    # --- in words -----------------------------------------------------------------------------------------------------------------

    def sentences(self, names: Sequence[str] | None = None) -> list[str]:
        """The explanation in a few sentences in the current language; names stand for seats."""
        found = [self.verdict()]
        if self.same:
            found += [self.spoken_counterfactual(one) for one in self.counterfactuals]
            return [with_names(sentence, names) for sentence in (*found, *map(in_language, self.remarks))]
        if self.knowledge and (clear := [share for share in self.knowledge.ranked() if clearly(share)]):
            parts = in_a_row([self.spoken_share(share) for share in clear[:3]])
            found.append(say("Of what the seat knows, this counts most: {parts}.", parts=parts))
        if clear := [share for share in self.ranked_facts() if clearly(share)]:
            parts = in_a_row([self.spoken_share(share) for share in clear[:3]])
            found.append(say("Of the two actions themselves: {parts}.", parts=parts))
        if clear := [share for share in self.outcomes if clearly(share)]:
            parts = in_a_row([self.spoken_share(share) for share in clear[:3]])
            found.append(say("By what comes of it in the end: {parts}.", parts=parts))
        found += [self.spoken_statement(statement) for statement in self.worlds]
        found += [self.spoken_counterfactual(one) for one in self.counterfactuals]
        return [with_names(sentence, names) for sentence in (*found, *map(in_language, self.remarks))]

    def verdict(self) -> str:
        """The difference in one sentence."""
        if self.same:
            words = {"action": self.game.spoken(self.action), "other": self.game.spoken(self.other)}
            return capital(say("{action} and {other} lead to the same result in all sampled worlds.", **words))
        words = {
            "action": self.game.spoken(self.action),
            "other": self.game.spoken(self.other),
            "gap": self.amount(abs(self.gap)),
            "half": self.signed(CERTAIN * self.error).lstrip("+"),
        }
        if abs(self.gap) <= CERTAIN * self.error:
            sentence = say("{action} and {other} are about equal (difference {gap}, ± {half})", **words)
        elif self.gap > 0:
            sentence = say("{action} rather than {other}: better by {gap} (± {half})", **words)
        else:
            sentence = say("{action} rather than {other}: worse by {gap} (± {half})", **words)
        words = {"better": percent(self.better), "worse": percent(self.worse)}
        return capital(sentence) + say("; it turns out better in {better} of the sampled worlds, worse in {worse}.", **words)

    def spoken_share(self, share: Share) -> str:
        """A part of the difference within a sentence."""
        return say("{label} {value}", label=in_language(share.label), value=self.signed(share.value))

    def spoken_statement(self, statement: WorldStatement) -> str:
        """When the action is better or worse."""
        words = {
            "statement": in_language(statement.label),
            "share": percent(statement.share),
            "action": self.game.spoken(self.action),
            "gap": self.signed(statement.gap),
            "other": self.signed(statement.other_gap),
        }
        return say("If {statement} ({share} of the worlds), the difference is {gap}, else {other}.", **words)

    def spoken_counterfactual(self, one: Counterfactual) -> str:
        """What would change the choice."""
        words = {
            "label": in_language(one.altered.label),
            "probability": percent(one.altered.probability),
            "choice": self.game.spoken(one.choice),
            "gain": self.amount(abs(one.gain)),
        }
        if one.choice == self.action:
            return say("Another position: {label}. There, {choice} would be right, by {gain} (probability {probability}).", **words)
        return say("Another position: {label}. There, {choice} would be better by {gain} (probability {probability}).", **words)

    @property
    def same(self) -> bool:
        """Whether the two actions lead to the same result in every sampled world."""
        return self.better == 0 and self.worse == 0

    @property
    def in_wins(self) -> bool:
        """Whether values are shares of a win: chances to win, or scores from 0 to 1."""
        return self.unit is Unit.WIN or self.unit.bounds(self.game.spec) == (0, 1)

    def amount(self, value: float) -> str:
        """A difference as people read it in the current language."""
        if self.in_wins:
            return say("{percent}% of a win", percent=decimal(f"{100 * value:.1f}"))
        return say("{points} points", points=decimal(f"{value:.2f}"))

    def signed(self, value: float) -> str:
        """A contribution with its sign."""
        shown = decimal((f"{100 * value:+z.1f}" if self.in_wins else f"{value:+z.2f}").replace("-", "−"))
        shown = shown if any(digit in shown for digit in "123456789") else shown.lstrip("+")
        return say("{percent}%", percent=shown) if self.in_wins else shown


def in_a_row(parts: Sequence[str]) -> str:
    """Parts of a sentence, one after another."""
    return reduce(lambda first, rest: say("{first}; {rest}", first=first, rest=rest), parts)


def clearly(share: Share) -> bool:
    """Whether the interval of a share leaves zero out."""
    low, high = share.interval
    return low > 0 or high < 0


def percent(value: float) -> str:
    """A share as people read it."""
    shown = 100 * value
    return say("{percent}%", percent=decimal(f"{shown:.0f}" if shown >= 10 or shown == 0 else f"{shown:.1f}"))


def half_interval(share: Share) -> float:
    """Half of the interval of 95 %."""
    return student_quantile(0.975, SEEDS - 1) * share.error


def explain_choice(
    game: Game,
    view: State,
    seat: int,
    action: int | str | None = None,
    other: int | str | None = None,
    *,
    agent: Agent | None = None,
    samples: int | None = None,
    seed: int = 0,
) -> ChoiceExplanation:
    """Explain an action of a seat against another, from what the seat knows.

    Without an action, the choice of the agent is explained; without another, the best of its rivals.

    >>> import joute
    >>> game = joute.game("coeurs", deals=1)
    >>> view = game.view(game.new(seed=4), 1)
    >>> found = joute.explain_choice(game, view, 1, "7S", "QS", samples=20_000)
    >>> found.action.name, found.other.name, found.knowledge.exact
    ('7S', 'QS', True)
    """
    return finished(explanation_steps(ChoiceQuestion(game, view, seat, action, other, agent, samples, seed)))


@dataclass(frozen=True)
class ChoiceQuestion:
    """Which action is explained against which other one, and how much is sampled; what is left out is chosen."""

    game: Game
    view: State
    seat: int
    action: int | str | None = None
    other: int | str | None = None
    agent: Agent | None = None
    samples: int | None = None
    seed: int = 0


def explanation_steps(asked: ChoiceQuestion) -> Steps[ChoiceExplanation]:
    """The explanation, in steps of a fraction of a second."""
    began = time.perf_counter()
    game, view, seat, agent, seed = asked.game, asked.view, asked.seat, asked.agent, asked.seed
    samples = asked.samples or default_samples(game)
    # 1. What is compared.
    legal = game.legal(view, seat)
    if len(legal) < 2:
        raise JouteError("seat {seat} has no choice here: there is nothing to explain", seat=seat)
    opinion = None
    if agent is not None:
        opinion = yield from considered(agent, view, seat, seed_of(seed, "opinion"), 0.0)
    if asked.action is not None:
        chosen = game.actions[game.checked_action(view, seat, asked.action)]
    elif opinion is not None:
        chosen = opinion.action
    else:
        raise JouteError("an action, or an agent that chooses one, is needed")
    yield 0.02
    if asked.other is None:
        rival = best_rival(game, view, seat, chosen, samples // RIVAL_SHARE, seed)
    else:
        rival = game.actions[game.checked_action(view, seat, asked.other)]
    if chosen == rival:
        raise JouteError("{action} is to be compared with another action", action=chosen)
    # 2. The difference, and what it is due to.
    contrast = Contrast(game, view, seat, (chosen, rival), seed)
    pair = sampled_gap(contrast, max(SEEDS * 10, samples // PAIR_SHARE))
    knowledge = (yield from within(knowledge_shares(contrast, samples), 0.05, 0.6)) if contrast.things else None
    explained = bool(game.definition.facts) and pair.better + pair.worse > 0  # else there is no difference that facts could explain
    facts = (yield from within(fact_shares(contrast, samples // FACT_SHARE), 0.6, 0.8)) if explained else []
    changes = yield from within(counterfactuals(contrast, pair.value < -2 * pair.error, agent), 0.8, 1.0)
    values = {judgement.action: judgement.value for judgement in opinion.judgements} if opinion else {}
    found = ChoiceExplanation(
        game=game,
        seat=seat,
        action=chosen,
        other=rival,
        unit=unit_of(game),
        gap=pair.value,
        error=pair.error,
        better=pair.better,
        worse=pair.worse,
        knowledge=knowledge,
        facts=facts,
        outcomes=outcome_shares(contrast, pair),
        worlds=separating_statements(contrast, pair),
        counterfactuals=changes,
        agent=agent.text if agent else None,
        agent_values=(values.get(chosen), values.get(rival)),
        seed=seed,
        samples=samples,
        seconds=0.0,
        remarks=remarks_on(contrast),
        agent_version=agent.version if agent else None,
    )
    return replace(found, seconds=time.perf_counter() - began)


def default_samples(game: Game) -> int:
    """The number of sampled worlds that a game can play on within about two seconds."""
    return int(getattr(explanation_module(game), "SAMPLES", SAMPLES if explanation_module(game) else FEW))


def best_rival(game: Game, view: State, seat: int, action: Action, samples: int, seed: int) -> Action:
    """The other action with the best value in sampled worlds."""
    rivals = [one for one in game.legal(view, seat) if one != action]
    sampler = ContinuationSampler(game, view, seat, unit_of(game), UNIFORM, seed_of(seed, "rivals"))
    values = sampler.sample([int(one) for one in rivals], max(20, math.ceil(samples / len(rivals)))).values.mean(axis=0)
    return rivals[int(values.argmax())]


def remarks_on(contrast: Contrast) -> list[dict[str, str]]:
    """What cannot be explained in this game or here, and why."""
    game, found = contrast.game, []
    title = game.definition.title
    if contrast.module is None:
        found.append(
            in_every_language(
                lambda: say(
                    "{game} does not name what a seat knows, thing by thing: no contributions of known things, no counterfactuals.",
                    game=in_language(title),
                )
            )
        )
    elif not contrast.things:
        found.append(in_every_language(lambda: say("All that the seat knows belongs to the two actions: nothing of it can be left out.")))
    if not game.spec.hidden:
        found.append(in_every_language(lambda: say("Nothing is hidden in this game: no hidden cards tell worlds apart.")))
    return found
