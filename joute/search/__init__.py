"""Searches that know no game: each takes games of a certain nature and refuses the others in a sentence."""
