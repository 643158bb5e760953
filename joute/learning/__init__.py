"""Learning from games that agents play with themselves."""
