"""Whole words around a selection, in scripts with spaces between words."""

_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0xA4CF),  # Chinese, Japanese
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),
    (0x20000, 0x3FFFF),
)
_LONGEST = 200


def whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a selection extended to whole words at both ends; an empty one is unchanged.

    White space at its ends is left out, unless there is nothing else. Text without spaces between words is
    unchanged.
    """
    if not text[start:end].strip():
        return start, end
    start += len(text[start:end]) - len(text[start:end].lstrip())
    end -= len(text[start:end]) - len(text[start:end].rstrip())
    low, high = max(0, start - _LONGEST), min(len(text), end + _LONGEST)
    while start > low and _joined(text[start - 1], text[start]):
        start -= 1
    while end < high and _joined(text[end - 1], text[end]):
        end += 1
    return start, end


def _joined(left: str, right: str) -> bool:
    return all(_of_word(mark) for mark in (left, right))


def _of_word(mark: str) -> bool:
    code = ord(mark)
    if any(first <= code <= last for first, last in _UNSPACED):
        return False
    return mark.isalnum() or mark in "_'\u2019\u0301" or 0x300 <= code <= 0x36F
