"""Tournaments: plan, schedule, runner, ledger, and the data of their reports."""
