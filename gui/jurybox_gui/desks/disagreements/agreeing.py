"""The figures of agreement as a part of the desk: whether they are shown, and on which labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.analysis.label_matrix import usual_scheme
from jurybox_gui.desks.disagreements.agreement_page import AgreementPage, schemes_of

if TYPE_CHECKING:
    from jurybox.results.agreement import Agreements
    from jurybox_gui.core.live_collection import Bridge
    from jurybox_gui.desks.disagreements.surveying import Surveying


class Agreeing:
    """Has agreement worked out while it is `shown` on its `page`."""

    def __init__(self, bridge: Bridge, surveying: Surveying) -> None:
        self.page = AgreementPage()
        self.shown = False
        self._bridge, self._surveying = bridge, surveying
        self._scheme = ""
        surveying.agreed.connect(self._agreed)
        self.page.part_chosen.connect(self._show_part)
        self.page.scheme_chosen.connect(self._choose_scheme)

    def toggle(self) -> None:
        """Show the figures, or no longer."""
        self.shown = not self.shown
        self.follow()

    def follow(self) -> None:
        """Have them worked out anew, if they are shown."""
        if not self.shown:
            return
        catalog = self._bridge.session.catalog
        names = schemes_of({question.kind for question in catalog.questions})
        if self._scheme not in names:
            self._scheme = usual_scheme(catalog)
        self.page.show_schemes(names, self._scheme)
        self._surveying.agree(self._scheme)

    def next_part(self) -> None:
        """Show the next table."""
        combo = self.page.part
        combo.setCurrentIndex((combo.currentIndex() + 1) % combo.count())
        self._show_part()

    def next_scheme(self) -> None:
        """Go to the next labels that are used here."""
        combo = self.page.scheme
        combo.setCurrentIndex((combo.currentIndex() + 1) % combo.count())
        self._choose_scheme(str(combo.currentData()))

    def _agreed(self, found: Agreements) -> None:
        self.page.show_agreements(found)

    def _show_part(self) -> None:
        self.page.show_part()

    def _choose_scheme(self, scheme: str) -> None:
        self._scheme = scheme
        self.follow()
