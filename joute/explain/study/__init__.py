"""Simulatability studies: can people predict an agent's actions, and do explanations help?"""
