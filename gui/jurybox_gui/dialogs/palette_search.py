"""The search of the command palette: items, their order for a query, and which letters matched."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from jurybox.language import in_english, tr
from jurybox_gui.actions.registry import ActionRegistry
from jurybox_gui.widgets.painting import one_line

_MOST = 8
_FUZZY_FROM = 3
_FUZZY_LEAST = 78.0


@dataclass(frozen=True, slots=True)
class PaletteItem:
    """One row: `group` is its heading, `lead` a number before the text, `detail` an aside on the right.

    `words` are searched too but not shown (a synonym, a Japanese reading). `do` is called when the row is
    chosen.
    """

    group: str
    text: str
    do: Callable[[], object]
    detail: str = ""
    lead: str = ""
    keys: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


Provider = Callable[[str], Sequence[PaletteItem]]


class Hit(NamedTuple):
    """An item, its text as one line, and the parts of it that the query matched, as (start, end)."""

    item: PaletteItem
    text: str
    parts: tuple[tuple[int, int], ...] = ()


def matched_parts(text: str, query: str) -> tuple[tuple[int, int], ...]:
    """Return where the words of `query` occur in `text`, ignoring case; empty if one does not."""
    low = text.lower()
    # Lower case may be longer (İ): positions would then be wrong, so none are shown.
    if len(low) != len(text):
        return ()
    parts: list[tuple[int, int]] = []
    for word in query.lower().split():
        at = _word_start(low, word)
        if at < 0:
            return ()
        parts.append((at, at + len(word)))
    return _joined(parts)


def _joined(parts: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(parts):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def _word_start(low: str, word: str) -> int:
    """Return where `word` occurs, preferably at the beginning of a word; -1 if nowhere."""
    at = low.find(word)
    first = at
    while at > 0 and low[at - 1].isalnum():
        at = low.find(word, at + 1)
    return at if at >= 0 else first


def score(item: PaletteItem, query: str) -> float:
    """Return how well an item matches, 0 (not at all) to 400.

    In decreasing order: the lead alone (a question's number), the beginning of the text, the beginning of a
    word, anywhere; then other words; then, from three letters on, similarity despite typing errors.
    """
    wanted = query.strip().lower()
    if not wanted:
        return 1.0
    if item.lead and item.lead.lower().startswith(wanted):
        return 400.0
    text = item.text.lower()
    parts = matched_parts(item.text, wanted)
    if parts:
        if text.startswith(wanted):
            return 300.0
        return 200.0 + 50.0 * all(start == 0 or not text[start - 1].isalnum() for start, _ in parts)
    if any(wanted in word.lower() for word in (*item.words, item.lead, item.detail)):
        return 150.0
    return _likeness(text, wanted)


def _likeness(text: str, wanted: str) -> float:
    if len(wanted) < _FUZZY_FROM:
        return 0.0
    from rapidfuzz import fuzz

    likeness = fuzz.partial_ratio(wanted, text, score_cutoff=_FUZZY_LEAST)
    return float(likeness)


def search(providers: Iterable[Provider], query: str, group: str = "") -> list[Hit]:
    """Return the best eight of each group, groups in the order of the providers.

    With `group` only that one, up to sixty-four. Equal scores keep the providers' order.
    """
    found: dict[str, list[tuple[float, PaletteItem]]] = {}
    for provider in providers:
        for item in provider(query):
            points = score(item, query)
            if points > 0 and group in {"", item.group}:
                found.setdefault(item.group, []).append((points, item))
    most = _MOST * 8 if group else _MOST
    hits: list[Hit] = []
    for scored in found.values():
        scored.sort(key=lambda pair: -pair[0])
        hits += [_hit(item, query) for _, item in scored[:most]]
    return hits


def _hit(item: PaletteItem, query: str) -> Hit:
    text = one_line(item.text)
    return Hit(item, text, matched_parts(text, query))


def action_provider(registry: ActionRegistry, desk_names: Callable[[str], str]) -> Provider:
    """Return a provider of every action that is possible now; `desk_names` returns a desk's name.

    Those of the desk in front come first; while nothing is typed, without those that judge, which have keys
    and buttons.
    """
    group = tr("Actions")

    def provide(query: str) -> list[PaletteItem]:
        known = sorted(registry.specs(), key=lambda spec: spec.desk != registry.desk)
        return [
            PaletteItem(
                group,
                registry.name(spec.id),
                partial(registry.trigger, spec.id),
                detail=desk_names(spec.desk) or tr(spec.menu),
                keys=registry.keys(spec.id)[:2],
                words=(*spec.words, spec.text, in_english(spec.text)),
            )
            for spec in known
            if spec.palette and (query.strip() or not spec.judges)
            if registry.possible(spec.id) and registry.name(spec.id)
        ]

    return provide
