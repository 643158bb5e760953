"""Prints a sample game."""

from joute.core.playthrough import sample
from joute.games.barbu import DEFINITION

sample(DEFINITION)
