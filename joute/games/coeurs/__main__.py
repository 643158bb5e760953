"""Prints a sample game."""

from joute.games.coeurs import DEFINITION
from joute.playthrough import sample

sample(DEFINITION)
