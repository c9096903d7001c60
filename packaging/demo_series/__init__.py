"""How the demo `series` is made: its texts, its runs, its people."""
