"""The workspace of a lookahead search: its stack of frames, its buffers, and what it found at the root.

All of it is records: compiled code passes a record as one pointer, and counts no references.
"""

from typing import Annotated

from joute.core.definition import Spec
from joute.jit.dispatch import rule
from joute.jit.struct import Float64, Float64s, Int8s, Int64, Int64s, Records, Struct, UInt64

CHANCE, DECISION, MATRIX = 0, 1, 2  # kinds of frames
LOWER, UPPER, EXACT = 1, 2, 3  # what a value is: at least, at most, both
EVALUATED, LOWEST, HIGHEST = 0, 1, 2  # the value of a position at the horizon: the evaluation, or a limit of the scores
FRAMES_PER_TURN = 32  # chance events and decisions within one turn
PV_STEPS = 64


class LookaheadFrame(Struct):
    """A position whose children are being searched. Sizes: `wide` choices, `square` if seats choose at once, `outcomes` of chance."""

    value: Float64  # found so far, and at last the result; all values are the first seat's
    alpha: Float64  # a value not above this need not be known exactly
    beta: Float64  # nor one not below this
    best: Float64  # value of the best choice so far, for the seat that chooses
    reply_value: Float64  # of the best reply to the choice being searched, for the seat that chooses
    key: UInt64  # of the position; 0: not to be stored
    kind: Int64
    depth: Int64  # turns left
    cost: Int64  # of a choice here, in turns
    seat: Int64  # that chooses
    root: Int64  # 1: the position that was asked about; all its choices get their value
    rows: Int64  # choices, or outcomes
    columns: Int64  # replies
    row: Int64  # being searched
    column: Int64
    best_row: Int64
    best_column: Int64
    best_reply: Int64  # to the choice being searched
    first_row: Int64  # searched first
    first_column: Int64
    phase: Int64
    bound: Int64  # what the value is: LOWER, UPPER or EXACT
    probe: Int64  # 1: only the first choice is wanted
    complete: Int64  # 1: every game below was searched to its end
    ordered: Int64  # 1: choices are searched in `order`
    actions: Annotated[Int64s, 2, "wide"]  # [seat, index]
    order: Annotated[Int64s, "wide"]  # indices of the choices, the most promising first
    odds: Annotated[Float64s, "outcomes"]
    outcome_low: Annotated[Float64s, "outcomes"]  # bounds of an outcome's value
    outcome_high: Annotated[Float64s, "outcomes"]
    counts: Annotated[Int64s, 2]  # [seat] choices in the restricted game
    restricted: Annotated[Int64s, 2, "square"]  # [seat, place] the indices of these
    responses: Annotated[Int64s, 2]  # [seat] the index that would improve on them, or -1
    strategies: Annotated[Float64s, 2, "square"]  # [seat, index]
    low: Annotated[Float64s, "square", "square"]  # [row, column] bounds of a cell
    high: Annotated[Float64s, "square", "square"]


class LookaheadWorkspace(Struct):
    """What is asked, buffers, and what was found. Sizes: as for a frame, and the number of `features`."""

    lowest: Float64  # score
    highest: Float64
    chance_seed: UInt64  # decides sampled outcomes
    seat: Int64  # that asks
    equilibrium: Int64  # 1: solve matrices; 0: expect the best reply to a choice
    sampled: Int64  # 1: one outcome of every chance event instead of all
    ordering: Int64  # 1: choices are sorted by a shallow search
    sequential: Int64  # 1: seats never choose at once in this game
    horizon: Int64  # EVALUATED, LOWEST or HIGHEST: what a position there counts as
    fitted: Int64  # 1: the weights evaluate positions, not the game's own rule
    max_depth: Int64  # turns
    max_nodes: Int64  # 0: no limit
    predicting: Int64  # 1: a depth is begun only if it is expected to end within the limit
    weights: Annotated[Float64s, "features"]
    features: Annotated[Float64s, "features"]
    choices: Annotated[Int64s, 2]
    scores: Annotated[Float64s, 2]
    matrix: Annotated[Float64s, "square", "square"]
    tableau: Annotated[Float64s, "tableau", "tableau"]
    basic: Annotated[Int64s, "square"]
    free: Annotated[Int64s, "square"]
    row_strategy: Annotated[Float64s, "square"]
    column_strategy: Annotated[Float64s, "square"]
    promise: Annotated[Float64s, "wide"]  # [index] shallow values of the choices being sorted
    root_values: Annotated[Float64s, "wide"]  # [index] of the root's choices, while they are searched
    nodes: Int64  # positions searched
    value: Float64  # from here on: results of the last depth that was finished
    final_values: Annotated[Float64s, "wide"]  # the root values
    cells: Annotated[Float64s, "square", "square"]  # the matrix
    known: Annotated[Int8s, "square", "square"]  # 1: the cell was searched
    strategies: Annotated[Float64s, 2, "square"]
    pv: Annotated[Int64s, PV_STEPS, 2]  # [step, seat] actions, or -1


def sizes_for(spec: Spec) -> dict[str, int]:
    """The sizes of a frame; rounded up, so that few of them need compiled code of their own."""
    wide, outcomes = (2 ** max(4, (count - 1).bit_length()) for count in (spec.widest, spec.outcomes))
    return {"wide": wide, "square": wide if spec.simultaneous else 1, "outcomes": outcomes}


def new_workspace(spec: Spec, features: int = 4) -> Records[LookaheadWorkspace]:
    """An empty workspace, with room for the features of a fitted evaluation."""
    sizes = sizes_for(spec)
    return LookaheadWorkspace.zeros(1, **sizes, tableau=sizes["square"] + 1, features=features)


@rule
def set_result(frame: LookaheadFrame, value: float, bound: int) -> None:
    """Set the result of a frame."""
    frame.value = value
    frame.bound = bound
