"""Deep Q-learning."""
