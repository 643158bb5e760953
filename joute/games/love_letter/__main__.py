"""Prints a sample game."""

from joute.core.playthrough import sample
from joute.games.love_letter import DEFINITION

sample(DEFINITION)
