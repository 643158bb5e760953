"""Distillation: a network learns what a search thinks."""
