"""Prints a sample game."""

from joute.games.love_letter import DEFINITION
from joute.playthrough import sample

sample(DEFINITION)
