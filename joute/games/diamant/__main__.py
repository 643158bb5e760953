"""Prints a sample game."""

from joute.games.diamant import DEFINITION
from joute.playthrough import sample

sample(DEFINITION)
