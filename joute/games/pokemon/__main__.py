"""Prints a sample game."""

from joute.core.playthrough import sample
from joute.games.pokemon import DEFINITION

sample(DEFINITION)
