"""Agents written for Pokémon."""
