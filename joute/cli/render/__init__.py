"""What the terminal shows: games, progress, formatted values."""
