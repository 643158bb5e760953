"""Bots from anywhere: other people's programs, each in its own process, under limits, through one set of messages."""
