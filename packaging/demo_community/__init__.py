"""How the demo `community` is made: its texts, its people, its runs."""
