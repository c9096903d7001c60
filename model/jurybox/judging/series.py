"""What was asked before a question in its series: it is judged as a part of that."""

from jurybox.collection.catalog import Catalog

MOST = 12
"""No more questions than these are shown before the one at hand."""


def asked_before(catalog: Catalog, question: int) -> tuple[int, ...]:
    """Return the questions of the same series with a lower position, in order; the last few of them."""
    here = catalog.questions[question]
    if here.series is None or here.position is None:
        return ()
    earlier = sorted(
        (known.position, at)
        for at, known in enumerate(catalog.questions)
        if known.series == here.series and known.position is not None and known.position < here.position
    )
    return tuple(at for _, at in earlier[-MOST:])
