"""The window around the desks: application, window, its actions, its files."""
