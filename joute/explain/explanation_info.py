"""The types of an explanation as JSON; `tools/wire_types.py` writes the client's types from them."""

from typing import Any, NotRequired

from typing_extensions import TypedDict

from joute.review.reasons import Texts


class ShareInfo(TypedDict):
    """The part of a difference that is due to one thing."""

    name: str  # the same in every language
    label: Texts  # for people; `{0}` stands for the player on the first seat
    value: float  # in the unit of the explanation
    error: float  # standard error
    interval: list[float]  # of 95 %: its two ends
    gap_without: NotRequired[float]  # of a known thing: the difference if it alone were not known


class WorldStatementInfo(TypedDict):
    """A statement about what is hidden that tells good worlds from bad ones."""

    label: Texts  # the statement
    share: float  # of the worlds in which it holds
    gap: float  # difference between the two actions there
    gap_error: float  # standard error
    other_gap: float  # difference where it does not hold
    other_error: float  # standard error


class CounterfactualInfo(TypedDict):
    """A position that can occur and in which another action is chosen."""

    thing: str  # what is different, as in the known things
    label: Texts  # what is there instead
    probability: float  # of this alternative, given all else that the seat knows
    choice: str  # the action that is chosen there
    gain: float  # of that action over the one explained, there
    error: float  # standard error
    sentence: Texts  # all that in words
    view: dict[str, Any]  # that position, as the seat sees it


class ExplanationInfo(TypedDict):
    """Why one action rather than another, with everything that is needed to repeat it."""

    game: str  # its name
    options: dict[str, Any]  # of the game that are not the default
    seat: int  # whose decision
    ply: int | None  # of the decision in its record
    action: str  # what is explained
    other: str  # what it is compared with
    unit: str  # of all values: score, or win (the chance to win)
    in_wins: bool  # values are shares of a win: show them as percentages
    gap: float  # value of the action minus value of the other
    gap_error: float  # standard error
    interval: list[float]  # of 95 %: its two ends
    better_in: float  # share of the sampled worlds in which the action turns out better
    worse_in: float  # and worse
    verdict: Texts  # the difference in a sentence
    known_things: list[ShareInfo] | None  # what the seat knows; null: the game names no known things
    gap_if_nothing_is_known: float | None  # the difference without any of them
    known_things_exact: bool | None  # all sets of things were evaluated; else orders were sampled
    facts: list[ShareInfo]  # of the two actions, the weightiest first
    outcomes: list[ShareInfo]  # what comes of it; the parts add up to the difference
    worlds: list[WorldStatementInfo]  # hidden cards that tell good worlds from bad ones
    world_sentences: list[Texts]  # the same in words
    counterfactuals: list[CounterfactualInfo]  # changes of one known thing that change the choice, the likeliest first
    sentences: Texts  # the explanation in words, a line for each sentence
    remarks: list[Texts]  # what cannot be explained here, and why
    agent: str | None  # whose choice is explained; null: what was played
    agent_version: str | None  # of that agent
    agent_values: list[float | None]  # of the two actions, by the agent's own search, in its unit
    seed: int | str  # of the sampling
    seeds: int  # independent repetitions, from which intervals come
    samples: int  # sampled worlds for the known things
    seconds: float  # that it took
    rules: str  # fingerprint of the rules
    versions: dict[str, str]  # of Joute, Python and NumPy
    command: str  # what repeats it; empty: not made by a command
