"""Generalised advantage estimation (Schulman et al. 2016) where several seats decide in the same game."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from joute.jit.compile import compiled
from joute.jit.struct import Float32s, Float64s, Int8s, Int64s


class Course(NamedTuple):
    """The decisions of parallel games, one after the other."""

    seats: Int64s  # [step + 1, game] who decided; in the last row, who decides next
    values: Float32s  # [step + 1, game] the value that was estimated
    rewards: Float64s  # [step, game, seat] that came with the step
    ended: Int8s  # [step, game] 1: an episode has ended with the step


@compiled
def write_advantages(course: Course, weight: float, advantages: Float32s, known: Int8s) -> None:
    """Write the advantage of every decision, and 1 where the seat's next decision or the end of the episode is in the course."""
    seats, values, rewards, ended = course.seats, course.values, course.rewards, course.ended
    steps, games = ended.shape
    n_seats = rewards.shape[2]
    reward, following, advantage = np.zeros(n_seats), np.zeros(n_seats), np.zeros(n_seats)
    seen = np.zeros(n_seats, np.int8)
    for game in range(games):
        seen[:] = 0
        reward[:] = 0.0
        advantage[:] = 0.0
        seen[seats[steps, game]] = 1
        following[seats[steps, game]] = values[steps, game]
        for step in range(steps - 1, -1, -1):
            if ended[step, game] != 0:
                for seat in range(n_seats):
                    reward[seat] = rewards[step, game, seat]
                    seen[seat] = 1
                    following[seat] = 0.0
                    advantage[seat] = 0.0
            seat = seats[step, game]
            known[step, game] = seen[seat]
            error = reward[seat] + following[seat] - values[step, game]
            advantage[seat] = error + weight * advantage[seat]
            advantages[step, game] = advantage[seat]
            seen[seat] = 1
            reward[seat] = 0.0
            following[seat] = values[step, game]
            # A decision whose continuation is unknown gives no estimate to those before it.
            if known[step, game] == 0:
                advantage[seat] = 0.0


def advantages_of(course: Course, weight: float) -> tuple[Float32s, NDArray[np.bool_]]:
    """The advantage of every decision [step, game], and whether it is known."""
    advantages, known = np.zeros(course.ended.shape, np.float32), np.zeros(course.ended.shape, np.int8)
    write_advantages(course, weight, advantages, known)
    return advantages, known.view(np.bool_)
