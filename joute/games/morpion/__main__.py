"""Prints a sample game."""

from joute.games.morpion import DEFINITION
from joute.playthrough import sample

sample(DEFINITION)
