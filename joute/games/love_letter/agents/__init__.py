"""Agents written for Love Letter."""
