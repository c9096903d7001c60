"""The studies once more, written from their definitions with loops and fractions: slow, plain, exact.

A score is a function of a run and a list of units that returns a number (a Fraction where counting is
enough) or None where the measure is undefined. Trials are lists of lists of units.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

Score = Callable[[int, Sequence[int]], Any]
Trials = Sequence[Sequence[Sequence[int]]]


def own_trials(seed: int, units: int, size: int, sets: int, trials: int) -> list[list[list[int]]]:
    """Return disjoint random sets of units for each trial, from Python's own random numbers."""
    lot = random.Random(seed)
    drawn = [lot.sample(range(units), size * sets) for _ in range(trials)]
    return [[one[at * size : (at + 1) * size] for at in range(sets)] for one in drawn]


def mean_over(values: Sequence[Any]) -> Any:
    if any(value is None for value in values):
        return None
    return sum(values) / (Fraction(len(values)) if isinstance(values[0], (int, Fraction)) else len(values))


def stability(
    score: Score, runs: int, trials: Trials, fuzziness: Sequence[Fraction], *, larger_magnitude: bool = False
) -> dict[str, Any]:
    """Return the counts of Buckley and Voorhees: greater, lesser, equal for every pair and fuzziness."""
    pairs = list(combinations(range(runs), 2))
    greater = [[0] * len(fuzziness) for _ in pairs]
    lesser = [[0] * len(fuzziness) for _ in pairs]
    equal = [[0] * len(fuzziness) for _ in pairs]
    skipped = 0
    for sets in trials:
        scores = [mean_over([score(run, units) for units in sets]) for run in range(runs)]
        for at, (x, y) in enumerate(pairs):
            a, b = scores[x], scores[y]
            if a is None or b is None:
                skipped += 1
                continue
            for place, f in enumerate(fuzziness):
                top = max(abs(a), abs(b)) if larger_magnitude else max(a, b)
                if a == b or abs(a - b) < abs(f * top):
                    equal[at][place] += 1
                elif a > b:
                    greater[at][place] += 1
                else:
                    lesser[at][place] += 1
    rates = []
    ties = []
    for place in range(len(fuzziness)):
        less = sum(min(greater[at][place], lesser[at][place]) for at in range(len(pairs)))
        same = sum(equal[at][place] for at in range(len(pairs)))
        every = sum(greater[at][place] + lesser[at][place] + equal[at][place] for at in range(len(pairs)))
        rates.append(less / every if every else math.nan)
        ties.append(same / every if every else math.nan)
    return {
        "greater": greater, "lesser": lesser, "equal": equal, "skipped": skipped, "rates": rates, "ties": ties
    }  # fmt: skip


def bin_of(difference: Any, bins: int = 21) -> int:
    """Return the bin of a difference: [0, .01), [.01, .02), ... and an open last one."""
    exact = Fraction(round(abs(Fraction(difference)) * 10**9), 10**9)
    return min(bins - 1, math.floor(exact * 100))


def sign_of(difference: Any) -> int:
    steps = round(Fraction(difference) * 10**9)
    return (steps > 0) - (steps < 0)


def pair_bins(score: Score, runs: int, trials: Trials, bins: int = 21) -> tuple[list[int], list[int], int]:
    """Return cases and reversals by the bin of the first set's difference, and skipped comparisons."""
    cases, reversals, skipped = [0] * bins, [0] * bins, 0
    for first, second in trials:
        one = [score(run, first) for run in range(runs)]
        two = [score(run, second) for run in range(runs)]
        for x, y in combinations(range(runs), 2):
            if None in (one[x], one[y], two[x], two[y]):
                skipped += 1
                continue
            d, other = one[x] - one[y], two[x] - two[y]
            cases[bin_of(d, bins)] += 1
            if sign_of(d) * sign_of(other) < 0:
                reversals[bin_of(d, bins)] += 1
    return cases, reversals, skipped


def swap(score: Score, runs: int, trials: Trials) -> dict[str, Any]:
    """Return the columns of the table of Peñas and Rodrigo."""
    count, swaps, skipped = pair_bins(score, runs, trials)
    required = None
    for at in range(21):
        if count[at] > 0 and swaps[at] / count[at] <= 0.05:
            required = at
            break
    highest = None
    for sets in trials:
        for units in sets:
            for run in range(runs):
                value = score(run, units)
                if value is not None and (highest is None or value > highest):
                    highest = value
    result = {
        "count": count, "swaps": swaps, "skipped": skipped, "required": None, "highest": highest,
        "relative": None, "sensitivity": None,
    }  # fmt: skip
    if required is not None:
        result["required"] = required / 100
        result["sensitivity"] = sum(count[required:]) / sum(count)
        if highest is not None and highest > 0:
            result["relative"] = required / 100 / float(highest)
    return result


def collection_size(score: Score, runs: int, trials: Trials) -> list[tuple[float, float, int]]:
    """Return mean, standard deviation and number of undefined values of every run over the trials."""
    found = []
    for run in range(runs):
        values = [score(run, units) for (units,) in trials]
        known = [float(value) for value in values if value is not None]
        mean = sum(known) / len(known) if known else math.nan
        spread = (
            math.sqrt(sum((value - mean) ** 2 for value in known) / (len(known) - 1)) if len(known) > 1 else math.nan
        )
        found.append((mean, spread, len(values) - len(known)))
    return found


def tau_b(x: Sequence[Any], y: Sequence[Any]) -> float:
    """Return Kendall's tau-b by looking at every pair."""
    x, y = [float(value) for value in x], [float(value) for value in y]
    together = apart = only_x = only_y = 0
    for i, j in combinations(range(len(x)), 2):
        left, right = (x[i] > x[j]) - (x[i] < x[j]), (y[i] > y[j]) - (y[i] < y[j])
        if left * right > 0:
            together += 1
        elif left * right < 0:
            apart += 1
        elif left:
            only_x += 1
        elif right:
            only_y += 1
    below = math.sqrt((together + apart + only_x) * (together + apart + only_y))
    return (together - apart) / below if below else math.nan


def own_groups(seed: int, people: int, size: int, trials: int) -> list[tuple[list[int], list[int]]]:
    """Return two random groups of people for each trial: of different people where there are enough."""
    lot = random.Random(seed)
    pairs = []
    for _ in range(trials):
        if 2 * size <= people:
            both = lot.sample(range(people), 2 * size)
            pairs.append((both[:size], both[size:]))
        else:
            pairs.append((lot.sample(range(people), size), lot.sample(range(people), size)))
    return pairs


def assessors(
    score: Callable[[Sequence[int]], Sequence[Any]], groups: Sequence[tuple[Sequence[int], Sequence[int]]]
) -> dict[str, Any]:
    """Return tau between the orders of runs under the two groups of every trial, and the range of scores."""
    taus, lowest, highest = [], None, None
    for one, two in groups:
        both = [list(score(sorted(group))) for group in (one, two)]
        pairs = [(a, b) for a, b in zip(*both, strict=True) if a is not None and b is not None]
        taus.append(tau_b([a for a, _ in pairs], [b for _, b in pairs]))
        for scores in both:
            lowest = scores if lowest is None else [_least(a, b) for a, b in zip(lowest, scores, strict=True)]
            highest = scores if highest is None else [_most(a, b) for a, b in zip(highest, scores, strict=True)]
    known = [tau for tau in taus if not math.isnan(tau)]
    return {
        "taus": taus,
        "mean": sum(known) / len(known) if known else math.nan,
        "undefined": len(taus) - len(known),
        "lowest": lowest,
        "highest": highest,
    }


def _least(a: Any, b: Any) -> Any:
    return b if a is None else a if b is None else min(a, b)


def _most(a: Any, b: Any) -> Any:
    return b if a is None else a if b is None else max(a, b)


def mean_of_units(values: Sequence[Sequence[Any]]) -> Score:
    """Return the score that is the mean of `values[unit][run]`, undefined (None) units left out."""

    def score(run: int, units: Sequence[int]) -> Any:
        known = [values[unit][run] for unit in units if values[unit][run] is not None]
        if not known:
            return None
        return math.fsum(known) / len(known) if isinstance(known[0], float) else Fraction(sum(known), len(known))

    return score


def geometric_of_units(values: Sequence[Sequence[float]], floor: float) -> Score:
    """Return the score that is the geometric mean of `values[unit][run]`, each of at least `floor`."""

    def score(run: int, units: Sequence[int]) -> Any:
        known = [max(values[unit][run], floor) for unit in units]
        return math.prod(value ** (1 / len(known)) for value in known) if known else None

    return score


def pooled_of_units(found: Sequence[Any], most: Sequence[Sequence[int]]) -> Score:
    """Return the mean over ranks of the sums of `found[unit][rank][run]` over those of `most[unit][rank]`."""

    def score(run: int, units: Sequence[int]) -> Any:
        ranks = range(len(most[0]))
        below = [sum(int(most[unit][rank]) for unit in units) for rank in ranks]
        above = [sum(int(found[unit][rank][run]) for unit in units) for rank in ranks]
        return sum(map(Fraction, above, below), Fraction(0)) / len(below) if all(below) else None

    return score


def ratio(above: Any, below: Any) -> Any:
    return Fraction(above, below) if below else None


def auc_point(tp: int, fp: int, fn: int, tn: int) -> Any:
    return (1 + Fraction(tp, tp + fn) - Fraction(fp, fp + tn)) / 2 if tp + fn and fp + tn else None


def precision(tp: int, fp: int, fn: int) -> Any:
    return ratio(tp, tp + fp) if tp + fp else Fraction(0) if fn else None


DECISIONS: dict[str, Callable[..., Any]] = {
    "accuracy": lambda right, n, **_: Fraction(right, n),
    "c@1": lambda right, silent, n, **_: Fraction(1, n) * (right + silent * Fraction(right, n)),
    "UF": lambda right, wrong, n, **_: Fraction(right - wrong, n),
    "UF01": lambda right, wrong, n, **_: Fraction(right - wrong, n) / 2 + Fraction(1, 2),
    "F1": lambda tp, fp, fn, **_: ratio(2 * tp, 2 * tp + fn + fp) if tp + fn else None,
    "precision": lambda tp, fp, fn, **_: precision(tp, fp, fn),
    "recall": lambda tp, fn, **_: ratio(tp, tp + fn),
    "fpr": lambda fp, tn, **_: ratio(fp, fp + tn),
    "AUC-point": lambda tp, fp, fn, tn, **_: auc_point(tp, fp, fn, tn),
}


def of_decisions(truth: Sequence[int], said: Sequence[Sequence[int]], name: str) -> Score:
    """Return a measure of decisions: `said[unit][run]` is 0 yes, 1 no, 2 silent; truth 1 or 0."""

    def score(run: int, units: Sequence[int]) -> Any:
        c = Counter((truth[unit], said[unit][run]) for unit in units)
        right, wrong, n = c[1, 0] + c[0, 1], c[0, 0] + c[1, 1], len(units)
        tp, fp, fn, tn = c[1, 0], c[0, 0], c[1, 1] + c[1, 2], c[0, 1] + c[0, 2]
        cells = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
        return DECISIONS[name](right=right, wrong=wrong, silent=n - right - wrong, n=n, **cells)

    return score


def area(truth: Sequence[int], scores: Sequence[Sequence[float]]) -> Score:
    """Return AUC by comparing every correct answer with every incorrect one."""

    def score(run: int, units: Sequence[int]) -> Any:
        above = [scores[unit][run] for unit in units if truth[unit] == 1]
        below = [scores[unit][run] for unit in units if truth[unit] == 0]
        if not above or not below:
            return None
        wins = sum(2 if p > q else 1 if p == q else 0 for p in above for q in below)
        return Fraction(wins, 2 * len(above) * len(below))

    return score


def cws(right: Sequence[Sequence[int]], place: Sequence[Sequence[int]]) -> Score:
    """Return CWS; `place[unit][run]` orders a run's questions, most confident first."""

    def score(run: int, units: Sequence[int]) -> Any:
        ordered = sorted(units, key=lambda unit: place[unit][run])
        hits, total = 0, 0.0
        for position, unit in enumerate(ordered, start=1):
            hits += right[unit][run]
            total += hits / position
        return total / len(ordered)

    return score
