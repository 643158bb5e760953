"""The solver of Morpion: proof search over attacks and defences."""
