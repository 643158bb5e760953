"""Tuning of an agent's settings (Optuna)."""
