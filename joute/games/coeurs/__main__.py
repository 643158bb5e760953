"""Prints a sample game."""

from joute.core.playthrough import sample
from joute.games.coeurs import DEFINITION

sample(DEFINITION)
