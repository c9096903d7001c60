"""How the validation demo is made: written texts in, tables out, the same bytes every time."""
