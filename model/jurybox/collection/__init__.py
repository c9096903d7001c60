"""The .jury file: its schema, opening and checking it, the append-only log, frozen views of its contents."""
