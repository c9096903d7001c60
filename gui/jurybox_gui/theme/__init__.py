"""Colors, type, icons and style of the window."""
