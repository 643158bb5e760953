"""Prints a sample game."""

from joute.core.playthrough import sample
from joute.games.diamant import DEFINITION

sample(DEFINITION)
