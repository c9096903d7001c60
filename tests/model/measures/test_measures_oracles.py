"""The measures against scikit-learn, scipy and trec_eval on random runs with ties and empty cells."""

import math
import warnings

import numpy as np
import pytest
import pytrec_eval
from scipy import stats
from sklearn import metrics
from sweeps import swept

from jurybox.measures import (
    Counts,
    auc,
    auc_of_counts,
    average_precision,
    binary_preference,
    confidence_correlation,
    confusion,
    f05u,
    f1_answered,
    f_of_counts,
    inferred_average_precision,
    measure,
    ndcg,
    pr_curve,
    precision,
    recall,
    reciprocal_rank,
    roc_curve,
    score_curve,
)

EXACT = 1e-12


@pytest.mark.parametrize("questions", [600, *swept([3000])])
def test_trec_eval_on_many_questions(questions: int) -> None:
    """Grades 0 to 3, unjudged and missing answers, no relevant ones; scores without ties."""
    rng = np.random.default_rng(1)
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for number in range(questions):
        judged = rng.integers(0, 4, rng.integers(1, 25)) * (rng.random() < 0.95)
        qrels[str(number)] = {f"d{i}": int(level) for i, level in enumerate(judged)}
        pool = [*qrels[str(number)], *(f"u{i}" for i in range(rng.integers(0, 6)))]
        kept = rng.permutation(pool)[: rng.integers(1, len(pool) + 1)]
        run[str(number)] = {str(name): float(len(kept) - rank) for rank, name in enumerate(kept)}
    names = {"ndcg", "map", "recip_rank", "ndcg_cut.1,3,5,10"}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, names).evaluate(run)
    undefined = 0
    for question, expected in theirs.items():
        gains = [qrels[question].get(name, 0) for name in run[question]]
        ideal = list(qrels[question].values())
        relevant, total = [int(gain > 0) for gain in gains], sum(level > 0 for level in ideal)
        assert reciprocal_rank(relevant) == pytest.approx(expected["recip_rank"], abs=EXACT)
        if total == 0:
            undefined += 1
            assert math.isnan(ndcg(gains, ideal))
            assert math.isnan(average_precision(relevant, 0))
            continue
        assert ndcg(gains, ideal) == pytest.approx(expected["ndcg"], abs=EXACT)
        assert average_precision(relevant, total) == pytest.approx(expected["map"], abs=EXACT)
        for cutoff in (1, 3, 5, 10):
            cut = ndcg(gains, ideal, cutoff=cutoff)
            assert cut == pytest.approx(expected[f"ndcg_cut_{cutoff}"], abs=EXACT)
    assert 60 * undefined > questions


@pytest.mark.parametrize("questions", [500, *swept([2000])])
def test_trec_eval_on_samples_of_pools(questions: int) -> None:
    """Answers in the pool that nobody judged (-1), answers in no pool, and relevance from grade 1 or 2."""
    rng = np.random.default_rng(2)
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for number in range(questions):
        grades = rng.integers(-1, 3, rng.integers(1, 25)) * (rng.random() < 0.95)
        grades[0] = max(grades[0], 0)  # pytrec_eval crashes where all grades of a question are below 0
        qrels[str(number)] = {f"d{at}": int(grade) for at, grade in enumerate(grades)}
        returned = rng.permutation([*qrels[str(number)], *(f"u{at}" for at in range(rng.integers(0, 9)))])
        kept = returned[: rng.integers(1, len(returned) + 1)]
        run[str(number)] = {str(name): float(len(kept) - rank) for rank, name in enumerate(kept)}
    for level in (1, 2):
        theirs = pytrec_eval.RelevanceEvaluator(qrels, {"bpref", "infAP"}, relevance_level=level).evaluate(run)
        for question, expected in theirs.items():
            known = qrels[question]
            grades_at = [known.get(name, -2) for name in run[question]]
            relevant, judged = [int(at >= level) for at in grades_at], [int(at >= 0) for at in grades_at]
            pooled = [int(at >= -1) for at in grades_at]
            total = sum(grade >= level for grade in known.values())
            others = sum(0 <= grade < level for grade in known.values())
            bpref = binary_preference(relevant, judged, total, others)
            inferred = inferred_average_precision(relevant, judged, total, pooled)
            if total == 0:
                assert math.isnan(bpref)
                assert math.isnan(inferred)
                continue
            assert bpref == pytest.approx(expected["bpref"], abs=EXACT)
            assert inferred == pytest.approx(expected["infAP"], abs=EXACT)


def test_nothing_relevant_is_a_zero_in_trec_eval_and_undefined_here() -> None:
    theirs = pytrec_eval.RelevanceEvaluator({"1": {"a": 0}}, {"ndcg"}).evaluate({"1": {"a": 1.0}})
    assert theirs["1"]["ndcg"] == 0.0
    assert math.isnan(ndcg([0], [0]))


@pytest.mark.parametrize("size", [1, 2, 3, 7, 30, 200])
def test_decisions_against_scikit_learn(size: int) -> None:
    """Five hundred runs at a time: labels and decisions of every share of yes."""
    rng = np.random.default_rng(size)
    runs = 500
    truth = rng.random((size, runs)) < rng.random(runs)
    decision = rng.random((size, runs)) < rng.random(runs)
    options = {"average": None, "zero_division": 0}
    p, r, _, support = metrics.precision_recall_fscore_support(truth, decision, **options)
    f = {beta: metrics.fbeta_score(truth, decision, beta=beta, **options) for beta in (0.5, 1, 3)}
    for run in range(runs):
        cells = confusion(truth[:, run], decision[:, run])
        assert sum(cells) == size
        assert precision(cells.tp, cells.fp) == pytest.approx(p[run], abs=EXACT)
        if support[run] == 0:
            assert math.isnan(recall(cells.tp, cells.fn))
            assert math.isnan(f_of_counts(cells.tp, cells.fp, cells.fn))
            continue
        assert recall(cells.tp, cells.fn) == pytest.approx(r[run], abs=EXACT)
        for beta, expected in f.items():
            value = f_of_counts(cells.tp, cells.fp, cells.fn, beta=beta)
            assert value == pytest.approx(expected[run], abs=EXACT)


def test_single_points_against_scikit_learn() -> None:
    """Confusion, accuracy, and AUC of decisions, which is balanced accuracy."""
    rng = np.random.default_rng(3)
    for _ in range(100):
        truth, decision = rng.random(50) < 0.3, rng.random(50) < 0.5
        truth[:2] = True, False
        tp, fp, fn, tn = confusion(truth, decision)
        assert [[tn, fp], [fn, tp]] == metrics.confusion_matrix(truth, decision).tolist()
        counts = Counts(yes_correct=tp, no_correct=fn, yes_incorrect=fp, no_incorrect=tn)
        assert measure("accuracy").evaluate(counts).value == metrics.accuracy_score(truth, decision)
        area = auc_of_counts(tp, fp, fn, tn)
        assert area == pytest.approx(metrics.roc_auc_score(truth, decision), abs=EXACT)
        assert area == pytest.approx(metrics.balanced_accuracy_score(truth, decision), abs=EXACT)
        assert area == pytest.approx(auc(truth, decision.astype(float)), abs=EXACT)


def _scores(rng: np.random.Generator, size: int) -> np.ndarray:
    """Return scores with many ties, few ties, or none."""
    levels = int(rng.choice([1, 2, 5, 50, 10**9]))
    return rng.integers(0, levels, size) / levels


@pytest.mark.parametrize("times", [100, *swept([400])])
def test_curves_against_scikit_learn(times: int) -> None:
    rng = np.random.default_rng(4)
    for _ in range(times):
        _compare_curves(rng)


def _compare_curves(rng: np.random.Generator) -> None:
    size = int(rng.integers(2, 80))
    truth, scores = rng.random(size) < rng.random(), _scores(rng, size)
    truth[:2] = True, False
    fpr, tpr, thresholds = metrics.roc_curve(truth, scores, drop_intermediate=False)
    ours = roc_curve(truth, scores)
    for one, other in zip(ours, (fpr, tpr, thresholds), strict=True):
        np.testing.assert_allclose(one, other, rtol=0, atol=EXACT)
    p, r, t = metrics.precision_recall_curve(truth, scores)
    for one, other in zip(pr_curve(truth, scores), (p[:-1], r[:-1], t), strict=True):
        np.testing.assert_allclose(one[::-1], other, rtol=0, atol=EXACT)
    assert auc(truth, scores) == pytest.approx(metrics.roc_auc_score(truth, scores), abs=EXACT)
    expected = metrics.average_precision_score(truth, scores)
    assert score_curve(truth, scores).average_precision() == pytest.approx(expected, abs=EXACT)


def test_auc_against_ranks_on_3000_runs() -> None:
    """scipy's mid-ranks give U; ties, and runs with one class only."""
    rng = np.random.default_rng(5)
    undefined = 0
    for _ in range(3000):
        size = int(rng.integers(1, 60))
        truth, scores = rng.random(size) < rng.random(), _scores(rng, size)
        positives, negatives = int(truth.sum()), int((~truth).sum())
        if positives == 0 or negatives == 0:
            undefined += 1
            assert math.isnan(auc(truth, scores))
            continue
        twice = 2 * stats.rankdata(scores)[truth].sum() - positives * (positives + 1)
        assert score_curve(truth, scores).pairs() == twice
        assert auc(truth, scores) == twice / (2 * positives * negatives)
    assert undefined > 100


def test_auc_against_mann_whitney() -> None:
    rng = np.random.default_rng(8)
    for _ in range(100):
        right, wrong = _scores(rng, 15), _scores(rng, 20)
        truth = np.repeat([1, 0], [15, 20])
        expected = stats.mannwhitneyu(right, wrong).statistic / (15 * 20)
        assert auc(truth, np.concatenate((right, wrong))) == pytest.approx(expected, abs=EXACT)


@pytest.mark.parametrize("times", [500, *swept([2000])])
def test_confidence_against_pearson(times: int) -> None:
    rng = np.random.default_rng(9)
    undefined = 0
    for _ in range(times):
        size = int(rng.integers(2, 40))
        confidence, correct = _scores(rng, size), rng.random(size) < rng.random()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", stats.ConstantInputWarning)
            expected = stats.pearsonr(confidence, correct).statistic
        value = confidence_correlation(confidence, correct)
        undefined += math.isnan(value)
        assert value == pytest.approx(expected, abs=EXACT, nan_ok=True)
    assert 20 * undefined > times


def test_ndcg_against_scikit_learn() -> None:
    """All answers returned, scores without ties; scikit-learn gives 0 where nothing is relevant."""
    rng = np.random.default_rng(10)
    for _ in range(300):
        levels = rng.integers(0, 4, rng.integers(2, 20))
        scores = rng.permutation(levels.size).astype(float)
        gains = levels[np.argsort(-scores)]
        for cutoff in (None, 3):
            expected = metrics.ndcg_score([levels], [scores], k=cutoff)
            value = ndcg(gains, levels, cutoff=cutoff)
            assert (0.0 if math.isnan(value) else value) == pytest.approx(expected, abs=EXACT)


def test_verification_as_pan_scores_it() -> None:
    """Scores above one half are yes, below no, and one half is a case left open, as in PAN's evaluator."""
    rng = np.random.default_rng(4)
    undefined = 0
    for _ in range(300):
        truth = rng.random(int(rng.integers(0, 9))) < rng.random()
        scores = rng.choice([0.2, 0.5, 0.9], len(truth))
        tp = fp = fn = open_cases = 0
        for same, score in zip(truth.tolist(), scores.tolist(), strict=True):
            if score == 0.5:
                open_cases += 1
            elif score > 0.5:
                tp, fp = tp + same, fp + (not same)
            else:
                fn += same
        below = 1.25 * tp + 0.25 * (fn + open_cases) + fp
        ours = f05u(tp, fp, fn, open_cases)
        assert ours == pytest.approx(1.25 * tp / below, abs=EXACT) if below else math.isnan(ours)
        answered = scores != 0.5
        decided = (truth[answered], scores[answered] > 0.5)
        theirs = metrics.f1_score(*decided, zero_division=np.nan) if answered.any() else math.nan
        assert f1_answered(tp, fp, fn) == pytest.approx(theirs, abs=EXACT, nan_ok=True)
        undefined += math.isnan(theirs)
        silent = truth[~answered].tolist().count(True)
        counts = Counts(tp, fn, silent, fp, int((~truth[answered]).sum()) - fp, open_cases - silent)
        assert measure("F0.5u").evaluate(counts).value == pytest.approx(ours, abs=0, nan_ok=True)
        assert measure("F1-answered").evaluate(counts).value == pytest.approx(theirs, abs=EXACT, nan_ok=True)
    assert undefined


def test_silence_is_a_miss_for_f05u_and_nothing_for_f1_answered() -> None:
    bold, silent = Counts(4, 1, 0, 1, 4, 0), Counts(4, 0, 1, 0, 4, 1)
    assert measure("F0.5u").evaluate(bold).value == 1.25 * 4 / (1.25 * 4 + 0.25 + 1)
    assert measure("F0.5u").evaluate(silent).value == 1.25 * 4 / (1.25 * 4 + 0.25 * 2)
    assert measure("F1-answered").evaluate(silent).value == 1
    assert measure("F1-answered").evaluate(bold).value == 0.8
