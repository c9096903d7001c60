"""Painters of figures: descriptions and arrays in, pictures out; never the session. Imported lazily."""
