"""Languages: English, or French from a catalogue."""
