"""Measures of explanations: how faithful, stable and sparse they are, and whether they find a decisive thing that is known."""
