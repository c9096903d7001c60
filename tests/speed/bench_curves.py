"""How fast the curves of one run are: run by hand, `python tests/speed/bench_curves.py`.

Prints ratios taken inside one run, ours and scikit-learn's interleaved, medians and 99th percentiles:
  T9  ROC and precision-recall curve, AUC and AP of one run; then the same after one label, the order kept
Nothing here is a test; no time is asserted, but equal areas are.
"""

import argparse

import numpy as np
from bench_scoring import Clock
from common import report_ratio

from jurybox.measures import ScoreCurve, ScoreOrder, score_curve

SMALL, SIZES = 1_500, (100_000, 1_000_000)


def by_scikit_learn(truth: np.ndarray, scores: np.ndarray) -> tuple[float, float]:
    """Work out both curves, AUC and AP."""
    from sklearn import metrics

    metrics.roc_curve(truth, scores)
    metrics.precision_recall_curve(truth, scores)
    return metrics.roc_auc_score(truth, scores), metrics.average_precision_score(truth, scores)


def ours(truth: np.ndarray, scores: np.ndarray) -> tuple[float, float]:
    """Work out the same, with the points of both curves."""
    curve = score_curve(truth, scores)
    curve.roc()
    curve.pr()
    return curve.auc(), curve.average_precision()


def one_size(size: int, rounds: int) -> None:
    """Compare one size, and an edit in it."""
    draw, clock = np.random.default_rng(size), Clock()
    truth = draw.integers(0, 2, size)
    scores = np.round(draw.normal(size=size) + truth, 4)
    order = ScoreOrder(scores)
    curve = order.curve(truth)
    for _ in range(rounds):
        at = int(draw.integers(size))
        truth[at] = 1 - truth[at]
        curve = clock.time("ours after a label", lambda at=at, curve=curve: edited(order, curve, scores, truth, at))
        clock.time("ours", lambda: ours(truth, scores))
        clock.time("scikit-learn", lambda: by_scikit_learn(truth, scores))
    found = (curve.auc(), curve.average_precision()), ours(truth, scores)
    assert found[0] == found[1]
    assert np.allclose(found[0], by_scikit_learn(truth, scores), rtol=0, atol=1e-12)
    print(f"T9  {size:,} scores")
    clock.tell()
    target = 50 if size == SMALL else 7
    report_ratio(
        "T9", f"scikit-learn / ours, {size:,}", clock.of("scikit-learn") / clock.of("ours"), target, at_most=False
    )
    if size != SIZES[-1]:
        edit = clock.of("scikit-learn") / clock.of("ours after a label")
        report_ratio("T9", f"scikit-learn / ours after a label, {size:,}", edit, 60, at_most=False)


def edited(order: ScoreOrder, curve: ScoreCurve, scores: np.ndarray, truth: np.ndarray, at: int) -> ScoreCurve:
    """Follow one label and work out the same again."""
    found = order.relabeled(curve, float(scores[at]), right=bool(truth[at]))
    found.roc()
    found.pr()
    found.auc()
    found.average_precision()
    return found


def main() -> None:
    """Run all sizes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=30)
    given = parser.parse_args()
    for size in (SMALL, *SIZES):
        one_size(size, max(5, given.rounds if size == SMALL else given.rounds * SMALL * 20 // size))


if __name__ == "__main__":
    main()
