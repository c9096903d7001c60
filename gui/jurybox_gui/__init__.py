"""The window of Jurybox."""
