"""Why this action rather than that one: the difference in sampled worlds, and what it is due to.

Values are means of continuations in which everybody plays on by the rule `careful`, as in a review. An agent may name the choice that is
explained; its own values stand beside, and a counterfactual then counts only if the agent chooses otherwise there.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from joute.arena.statistics.estimates import student_quantile
from joute.core.agent import Agent
from joute.core.beliefs import UNIFORM
from joute.core.errors import JouteError
from joute.core.game import Game
from joute.core.opinion import Unit
from joute.core.rng import seed_of
from joute.core.seat_names import with_names
from joute.core.state import Action, Json, State
from joute.explain.attribution import (
    SEEDS,
    Contrast,
    KnowledgeShares,
    Share,
    WorldStatement,
    explanation_module,
    fact_shares,
    knowledge_shares,
    outcome_shares,
    sampled_gap,
    separating_statements,
)
from joute.explain.counterfactuals import Counterfactual, counterfactuals
from joute.explain.provenance import provenance
from joute.i18n import capital, decimal, in_every_language, in_language, say
from joute.review.continuations import ContinuationSampler
from joute.review.judge import unit_of

SAMPLES, FEW = 200_000, 20_000  # sampled worlds for the contributions of known things, in all; in a game that names none
PAIR_SHARE, FACT_SHARE, RIVAL_SHARE = 20, 6, 100  # the worlds of the other questions are this part of them
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
        """For a program, with everything that is needed to repeat it."""
        known = self.knowledge
        return {
            "joute choice explanation": 1,
            "seat": self.seat,
            "ply": self.ply,
            "action": self.action.name,
            "other": self.other.name,
            "unit": self.unit,
            "gap": self.gap,
            "gap_error": self.error,
            "interval": [self.gap - CERTAIN * self.error, self.gap + CERTAIN * self.error],
            "better_in": self.better,
            "worse_in": self.worse,
            "known_things": [share.to_json() | {"gap_without": gap} for share, gap in zip(known.shares, known.without, strict=True)]
            if known
            else None,
            "gap_if_nothing_is_known": known.nothing if known else None,
            "known_things_exact": known.exact if known else None,
            "facts": [share.to_json() for share in self.facts],
            "outcomes": [share.to_json() for share in self.outcomes],
            "worlds": [statement.to_json() for statement in self.worlds],
            "counterfactuals": [one.to_json() for one in self.counterfactuals],
            "sentences": in_every_language(lambda: "\n".join(self.sentences())),
            "remarks": self.remarks,
            "agent": self.agent,
            "agent_version": self.agent_version,
            "agent_values": list(self.agent_values),
            "seeds": SEEDS,
            "samples": self.samples,
            "seconds": self.seconds,
            **provenance(self.game, self.seed, command),
        }

    # --- in words -----------------------------------------------------------------------------------------------------------------

    def sentences(self, names: Sequence[str] | None = None) -> list[str]:
        """The explanation in a few sentences in the current language; names stand for seats."""
        found = [self.verdict()]
        if self.knowledge and (clear := [share for share in self.knowledge.ranked() if clearly(share)]):
            parts = "; ".join(self.spoken_share(share) for share in clear[:3])
            found.append(say("Of what the seat knows, this counts most: {parts}.", parts=parts))
        if clear := [share for share in sorted(self.facts, key=lambda share: -abs(share.value)) if clearly(share)]:
            parts = "; ".join(self.spoken_share(share) for share in clear[:3])
            found.append(say("Of the two actions themselves: {parts}.", parts=parts))
        if clear := [share for share in self.outcomes if clearly(share)]:
            parts = "; ".join(self.spoken_share(share) for share in clear[:3])
            found.append(say("By what comes of it in the end: {parts}.", parts=parts))
        found += [self.spoken_statement(statement) for statement in self.worlds]
        found += [self.spoken_counterfactual(one) for one in self.counterfactuals]
        return [with_names(sentence, names) for sentence in (*found, *map(in_language, self.remarks))]

    def verdict(self) -> str:
        """The difference in one sentence."""
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
            return say("With {label}, {choice} would be right, by {gain} (probability {probability}).", **words)
        return say("With {label}, {choice} would be better by {gain} (probability {probability}).", **words)

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
        shown = f"{100 * value:+.1f}" if self.in_wins else f"{value:+.2f}"
        return decimal(shown.replace("-", "−")) + (" %" if self.in_wins else "")


def clearly(share: Share) -> bool:
    """Whether the interval of a share leaves zero out."""
    low, high = share.interval
    return low > 0 or high < 0


def percent(value: float) -> str:
    """A share as people read it."""
    shown = 100 * value
    return decimal(f"{shown:.0f}" if shown >= 10 or shown == 0 else f"{shown:.1f}") + " %"


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
    began = time.perf_counter()
    samples = samples or default_samples(game)
    legal = game.legal(view, seat)
    if len(legal) < 2:
        raise JouteError("seat {seat} has no choice here: there is nothing to explain", seat=seat)
    opinion = None
    if agent is not None:
        opinion = agent.consider(view, seat, seed_of(seed, "opinion"))
    if action is None and opinion is None:
        raise JouteError("an action, or an agent that chooses one, is needed")
    chosen = opinion.action if action is None and opinion is not None else game.actions[game.checked_action(view, seat, action or 0)]
    rival = (
        best_rival(game, view, seat, chosen, samples // RIVAL_SHARE, seed)
        if other is None
        else game.actions[game.checked_action(view, seat, other)]
    )
    if chosen == rival:
        raise JouteError("{action} is to be compared with another action", action=chosen)
    contrast = Contrast(game, view, seat, (chosen, rival), seed)
    pair = sampled_gap(contrast, max(SEEDS * 10, samples // PAIR_SHARE))
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
        knowledge=knowledge_shares(contrast, samples) if contrast.things else None,
        facts=fact_shares(contrast, samples // FACT_SHARE) if game.definition.facts else [],
        outcomes=outcome_shares(contrast, pair),
        worlds=separating_statements(contrast, pair),
        counterfactuals=counterfactuals(contrast, pair.value < -2 * pair.error, agent),
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
