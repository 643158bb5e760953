"""Tables: what happens at one is a log of numbered entries, and everything else follows from it."""
