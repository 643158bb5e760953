"""What a network adds to ismcts: values of new positions, the actions of other seats, and playouts by its policy."""

from joute.core.contract import Actions, advance, hide, legal
from joute.core.rng import below, uniform
from joute.core.state import Fields, States
from joute.jit.dispatch import inline, lowest_bit, rule
from joute.jit.struct import Float64, Int64, Struct
from joute.search.common.rollout import EVALUATE, SEARCHED, next_decision, opponent_action, roll_out
from joute.search.common.rollout import NETWORK as BY_NETWORK
from joute.search.mcts.base import SimulationSpace
from joute.search.network.inference import CompiledNetwork, best_action, outcome_values, predict_values, sample_action

POLICY, BY_POLICY = "policy", 4  # as the setting rollout


class IsmctsParameters(Struct):
    """What one search is asked for."""

    iterations: Int64
    seat: Int64  # that searches
    multi: Int64  # each seat observes for itself
    hidden: Int64  # the game has hidden information
    rollout: Int64
    win: Int64  # maximise chances to win, not scores
    exploration: Float64
    epsilon: Float64  # share of random actions of the other seats, or SEARCHED
    lowest: Float64
    scale: Float64
    prior_visits: Float64
    by_network: Int64  # the other seats act by the network


@rule
def predict(state: Fields, seat: int, hidden: bool, scratch: States, network: CompiledNetwork) -> None:
    """Write the network's values of the seat's actions, from what the seat knows."""
    scratch[0] = state
    if hidden:
        hide(scratch[0], seat)
    predict_values(scratch[0], seat, network)


@rule
def legal_actions(state: Fields, seat: int, actions: Actions) -> int:
    """The rule `legal`, compiled once; the rule itself is inlined into every caller."""
    return legal(state, seat, actions)


@rule
def network_action(state: Fields, seat: int, asked: IsmctsParameters, space: SimulationSpace, network: CompiledNetwork) -> int:
    """The action of a seat by the policy of the network, from what the seat knows."""
    actions, rng = space.buffers.actions, space.buffers.rng
    count = legal_actions(state, seat, actions)
    if count == 1:
        return actions[0]
    if asked.epsilon > 0.0 and uniform(rng) < asked.epsilon:
        return actions[below(rng, count)]
    predict(state, seat, asked.hidden != 0, space.scratch, network)
    return sample_action(actions, count, network.logits, rng)


@rule
def policy_playout(state: Fields, asked: IsmctsParameters, space: SimulationSpace, network: CompiledNetwork) -> None:
    """Play by the policy of the network to the end of the chapter; the value of the position there, scaled."""
    _, choices, odds, scores, rng = space.buffers
    seats = next_decision(state, False, odds, rng)
    while seats != 0:
        while seats != 0:
            seat = lowest_bit(seats)
            seats &= seats - 1
            choices[seat] = network_action(state, seat, asked, space, network)
        advance(state, choices)
        seats = next_decision(state, False, odds, rng)
    outcome_values(state, asked.win != 0, asked.lowest, asked.scale, scores)


@inline
def evaluate_with_network(state: Fields, asked: IsmctsParameters, space: SimulationSpace, network: CompiledNetwork) -> None:
    """Write the scaled value of a new position for every seat: the network's value of its next action, or that of a rollout.

    Until all seats that search have acted, everybody plays the action that the network prefers.
    """
    if asked.rollout == BY_POLICY:
        policy_playout(state, asked, space, network)
        return
    actions, choices, odds, scores, rng = space.buffers
    valued, wanted = 0, (1 << len(choices)) - 1 if asked.epsilon == SEARCHED else 1 << asked.seat  # seats, as bits
    waiting = next_decision(state, False, odds, rng) if asked.rollout == BY_NETWORK else 0
    while waiting != 0:
        while waiting != 0:
            seat = lowest_bit(waiting)
            waiting &= waiting - 1
            if asked.epsilon != SEARCHED and seat != asked.seat:
                if asked.by_network != 0:
                    choices[seat] = network_action(state, seat, asked, space, network)
                else:
                    choices[seat] = opponent_action(state, seat, asked.epsilon, actions, rng)
                continue
            predict(state, seat, asked.hidden != 0, space.scratch, network)
            best = best_action(actions, legal_actions(state, seat, actions), network.values)
            choices[seat] = best
            if valued >> seat & 1 == 0:
                scores[seat] = network.values[best]
                valued |= 1 << seat
        advance(state, choices)
        waiting = next_decision(state, False, odds, rng) if valued != wanted else 0
    if valued == wanted:
        return
    network.baseline[:] = scores
    rollout = EVALUATE if asked.rollout == BY_NETWORK else asked.rollout
    roll_out(state, rollout, asked.win != 0, asked.seat, asked.epsilon, space.buffers)
    for other in range(len(scores)):
        scores[other] = network.baseline[other] if valued >> other & 1 == 1 else (scores[other] - asked.lowest) / asked.scale
