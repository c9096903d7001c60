"""In which direction a text is read."""

_READ_MAX = 4_000


def is_right_to_left(text: str) -> bool:
    """Return whether a text is read from the right: its first letter with a direction says so (UAX 9, P2)."""
    if text.isascii():
        return False
    from unicodedata import bidirectional  # English needs none of it

    for sign in text[:_READ_MAX]:
        direction = bidirectional(sign)
        if direction in {"L", "R", "AL"}:
            return direction != "L"
    return False
