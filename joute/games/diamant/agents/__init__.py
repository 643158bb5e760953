"""Agents written for Diamant."""
