"""Prints a sample game."""

from joute.core.playthrough import sample
from joute.games.morpion import DEFINITION

sample(DEFINITION)
