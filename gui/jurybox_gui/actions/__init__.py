"""Every action as data, and the one way a key becomes an action."""
