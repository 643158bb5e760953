"""Judging decisions: fair samples of the actions, reasons in sentences, and the review of a whole game."""
