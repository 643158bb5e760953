"""Agents written for Cœurs."""
