"""Pictures of the papers, drawn from their printed numbers; they need no collection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from jurybox.figures import (
    Answering,
    Figure,
    OperatingPoint,
    Timed,
    answer_time_space,
    at_prevalence,
    mean_lines,
    non_response_space,
    operating_point,
    precision_recall_space,
    preference_bars,
    rank_lines,
    roc_space,
)
from jurybox.language import tr
from jurybox.measures.answer_time import effective_times
from jurybox.papers import llopis, penas, rodrigo, sakai_rankings, sakai_tables
from jurybox.pictures.picture import PictureOptions

_BASELINES = ("100 % YES", "50 % YES")
_AVE = tr("AVE 2008, English; from the whole-number matrix nearest to each run's printed rates (Cuadro 3)")


@dataclass(frozen=True)
class PaperPicture:
    """A picture of a paper: what it redraws, and how it is drawn with some options.

    `options_of`: the picture of a collection whose options it takes, "" where it takes none.
    """

    name: str
    title: str
    about: str
    draw: Callable[[PictureOptions], Figure]
    options_of: str = ""

    def figure(self, options: PictureOptions | None = None) -> Figure:
        """Return the picture."""
        return self.draw(options or PictureOptions())


def ave_2008() -> list[OperatingPoint]:
    """Return the runs of Cuadro 3 at the places of the matrices that are drawn for them."""
    return [
        operating_point(name, n, rodrigo.counts(*rodrigo.drawn(name)), baseline=name in _BASELINES)
        for n, name in enumerate(rodrigo.TABLE_3)
    ]


def clef_2006() -> list[Timed]:
    """Return the runs of Table 1, their times from the printed seconds."""
    times = effective_times([seconds for _, seconds, _ in llopis.TABLE_1.values()])
    rows = zip(llopis.TABLE_1.items(), times, strict=True)
    return [Timed(name, n, float(row[0]), float(time)) for n, ((name, row), time) in enumerate(rows)]


def _iso(options: PictureOptions) -> str | None:
    return "F(1)" if options.iso is None else options.iso or None


def _share(options: PictureOptions) -> float:
    return rodrigo.CORRECT / (rodrigo.CORRECT + rodrigo.INCORRECT) if options.share is None else options.share


def _points(options: PictureOptions) -> list[OperatingPoint]:
    return ave_2008() if options.share is None else at_prevalence(ave_2008(), options.share)


def _ave_roc(options: PictureOptions) -> Figure:
    figure = roc_space(
        _points(options),
        iso=_iso(options),
        prevalence=_share(options),
        orientation=options.orientation,
        caption=tr("{ave}; Rodrigo et al. 2010, Figura 2.", ave=_AVE),
    )
    return figure.emphasizing(options.run)


def _ave_precision_recall(options: PictureOptions) -> Figure:
    figure = precision_recall_space(
        _points(options),
        iso=_iso(options),
        prevalence=_share(options),
        caption=tr("{ave}; Rodrigo et al. 2010, Figura 3.", ave=_AVE),
    )
    return figure.emphasizing(options.run)


def _ave_preference(options: PictureOptions) -> Figure:
    del options
    counts = {name: rodrigo.counts(*rodrigo.drawn(name)) for name in rodrigo.TABLE_3}
    return preference_bars(counts, caption=tr("{ave}; the order of section 4.5.", ave=_AVE))


def _clef_2006(options: PictureOptions) -> Figure:
    caption = tr(
        "CLEF 2006 real-time exercise, equal ranking at r = {r:.4g}; Llopis et al. 2009, Figure 1.", r=options.r
    )
    return answer_time_space(clef_2006(), options.r, caption=caption).emphasizing(options.run)


def _respubliqa(options: PictureOptions) -> Figure:
    runs = [
        Answering(name, n, correct, wrong, silent)
        for n, (name, (_, _, correct, wrong, silent)) in enumerate(penas.TABLE_3.items())
    ]
    iso = tuple(dict.fromkeys(("c@1", *(part for part in (options.iso or "").split(",") if part))))
    caption = tr("ResPubliQA 2009, four runs of 500 questions; Peñas and Rodrigo 2011, Table 3.")
    return non_response_space(runs, iso=iso, caption=caption).emphasizing(options.run)


def _cqa_means(options: PictureOptions) -> Figure:
    del options
    rows = sakai_tables.TABLES[5].rows
    first = sakai_tables.COLUMNS.index("GA-nG@1")
    columns = [first, *(n for n in range(len(sakai_tables.COLUMNS)) if n != first)]
    values = np.array([[float(row[n]) for row in rows.values()] for n in columns])
    names = [sakai_tables.COLUMNS[n] for n in columns]
    caption = tr("NTCIR-8 CQA, 1,500 questions, runs by GA-nG@1; Sakai et al. 2010, Figure 1, from Table 5.")
    title = tr("Means over all questions")
    return mean_lines(list(rows), names, values, title=title, caption=caption, joined=True)


def _cqa_ranks(options: PictureOptions) -> Figure:
    del options
    rankings = sakai_rankings.RANKINGS[22]
    names = [place.run for place in rankings[sakai_rankings.MEASURES[0]]]
    mean = {one: {place.run: float(place.mean) for place in rankings[one]} for one in sakai_rankings.MEASURES}
    values = np.array([[mean[one].get(name, np.nan) for one in sakai_rankings.MEASURES] for name in names])
    caption = tr("NTCIR-8 CQA with judges and asker as runs, GAW; Sakai et al. 2010, Figure 12, from Table 22.")
    return rank_lines(
        [(name, n) for n, name in enumerate(names)],
        [f"GAW-{one}" for one in sakai_rankings.MEASURES],
        values,
        title=tr("Ranks by measure"),
        caption=caption,
    )


PAPER_PICTURES: tuple[PaperPicture, ...] = (
    PaperPicture("ave-2008-roc", tr("AVE 2008: ROC space"), "Rodrigo et al. 2010, Figura 2", _ave_roc, "roc"),
    PaperPicture(
        "ave-2008-precision-recall",
        tr("AVE 2008: precision-recall space"),
        "Rodrigo et al. 2010, Figura 3",
        _ave_precision_recall,
        options_of="roc",
    ),
    PaperPicture(
        "ave-2008-preference", tr("AVE 2008: order of preference"), "Rodrigo et al. 2010, section 4.5", _ave_preference
    ),
    PaperPicture(
        "clef-2006",
        tr("CLEF 2006: answer-time space"),
        "Llopis et al. 2009, Figure 1",
        _clef_2006,
        options_of="answer-time",
    ),
    PaperPicture(
        "respubliqa-2009",
        tr("ResPubliQA 2009: non-response space"),
        "Peñas and Rodrigo 2011, Table 3",
        _respubliqa,
        options_of="non-response",
    ),
    PaperPicture("ntcir-8-means", tr("NTCIR-8: means"), "Sakai et al. 2010, Figure 1", _cqa_means),
    PaperPicture("ntcir-8-ranks", tr("NTCIR-8: ranks"), "Sakai et al. 2010, Figure 12", _cqa_ranks),
)
