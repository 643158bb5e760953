"""Agents written for Barbu."""
