"""Tournaments: schedule, executors, workers, ledger."""
