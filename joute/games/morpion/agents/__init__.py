"""Agents written for Morpion."""
