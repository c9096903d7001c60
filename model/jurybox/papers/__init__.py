"""The five papers that the program comes from: their printed figures, and ours recomputed beside them."""

from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.papers import llopis, penas, rodrigo, sakai, voorhees
from jurybox.papers.page import VERDICTS, PaperCell, PaperPage, PaperTable, Verdict, in_words

__all__ = ["NAMES", "VERDICTS", "PaperCell", "PaperPage", "PaperTable", "Verdict", "in_words", "page", "pages"]

_PAGES = {
    "penas": penas.page,
    "llopis": llopis.page,
    "voorhees": voorhees.page,
    "sakai": sakai.page,
    "rodrigo": rodrigo.page,
}
NAMES: tuple[str, ...] = tuple(_PAGES)


def page(name: str) -> PaperPage:
    """Return one paper's page; raises Refused for a name that is not in `NAMES`."""
    if name not in _PAGES:
        raise Refused(tr("There is no paper {name!r}; choose from {names}.", name=name, names=comma_list(NAMES)))
    return _PAGES[name]()


def pages() -> tuple[PaperPage, ...]:
    """Return the pages of all five papers, recomputed now (well under a second)."""
    return tuple(make() for make in _PAGES.values())
