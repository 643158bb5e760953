"""Prints a sample game."""

from joute.games.pokemon import DEFINITION
from joute.playthrough import sample

sample(DEFINITION)
