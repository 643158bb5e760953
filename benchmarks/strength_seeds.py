"""The seeds of the measured lines: levels were adjusted by games of one seed, so they are measured by those of another."""

ADJUSTED = 1  # the games by which settings were selected
HELD_OUT = 1009  # of lines whose settings were selected: nothing was ever adjusted to these games
