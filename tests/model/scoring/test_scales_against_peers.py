"""Scores on scales of a collection's own against the field's programs, from the same qrels and run files.

pytrec_eval, ir-measures and pyNTCIREVAL compute in double precision, so that scores agree to 1e-12; gdeval,
which ir-measures calls for ERR and exponential nDCG, prints five decimals.
"""

import math
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import ir_measures
import pytest
import pytrec_eval
from ir_measures import AP, ERR, RR, Bpref, Judged, P, R, Rprec, Success, infAP, nDCG
from pyNTCIREVAL import Labeler, metrics
from sweeps import swept

from jurybox import results
from jurybox.collection.file import create
from jurybox.formats.imports import import_into
from jurybox.measures import measure
from jurybox.scoring import Unjudged

SCALES = {
    "2 grades": (0, 1),
    "3 grades": (0, 1, 2),
    "4 grades": (0, 1, 2, 3),
    "5 grades": (0, 1, 2, 3, 4),
    "6 grades": (0, 1, 2, 3, 4, 5),
    "7 grades": (0, 1, 2, 3, 4, 5, 6),
    "8 grades": (0, 1, 2, 3, 4, 5, 6, 7),
    "gaps": (0, 2, 4, 8, 16),
    "below 0": (-2, -1, 0, 1, 2),
}
FEW = ("2 grades", "4 grades", "gaps", "below 0")  # the test command scores these
CUTOFF = 5
DOUBLE, PRINTED = 1e-12, 5.1e-6
GDEVAL_TOP = 4
MANY_LEVELS = 1_000

Values = dict[tuple[str, str], float]
"""By run and question."""


@dataclass(frozen=True)
class Files:
    """Qrels and runs as files, and as the programs want them."""

    grades: Sequence[int]
    qrels: dict[str, dict[str, int]]
    runs: dict[str, dict[str, dict[str, float]]]
    paths: tuple[Path, ...]

    @property
    def gains(self) -> list[int]:
        """What the grades gain, the lowest first: nothing from 0 down."""
        return sorted({max(0, grade) for grade in self.grades})


def files(folder: Path, grades: Sequence[int], seed: int) -> Files:
    """Write qrels and three runs: ties, answers that nobody judged, questions that a run skips."""
    draw = random.Random(seed)
    qrels: dict[str, dict[str, int]] = {}
    runs: dict[str, dict[str, dict[str, float]]] = {"one": {}, "two": {}, "three": {}}
    for number in range(1, 25):
        question, names = str(number), [f"d{at}" for at in range(draw.randint(2, 14))]
        likely = draw.choice([grades, grades[:1], [*grades, *grades[:1] * 8]])
        qrels[question] = {name: draw.choice(likely) for name in names}
        if max(qrels[question].values()) < 0:
            qrels[question][names[0]] = 0  # pytrec_eval crashes where all grades of a question are below 0
        for run, given in runs.items():
            if run == "three" and draw.random() < 0.3:
                continue
            returned = draw.sample([*names, *(f"u{at}" for at in range(4))], draw.randint(1, len(names)))
            given[question] = {name: draw.choice([0.25, 0.5, 0.75, 1.5, 3.0]) for name in returned}
    qrels["1"].update({f"d{at}": grade for at, grade in enumerate(grades)})  # each of them at least once
    path = folder / "judged.qrels"
    path.write_text("".join(f"{q} 0 {name} {grade}\n" for q, said in qrels.items() for name, grade in said.items()))
    paths = [path]
    for run, given in runs.items():
        paths.append(folder / f"{run}.run")
        lines = (
            f"{q} Q0 {name} {rank} {score} {run}\n"
            for q, scores in given.items()
            for rank, (name, score) in enumerate(scores.items(), 1)
        )
        paths[-1].write_text("".join(lines))
    return Files(grades, qrels, runs, tuple(paths))


def ours(
    path: Path, made: Files, names: Iterable[str], unjudged: Unjudged = "nonrelevant", *more: Path
) -> dict[str, Values]:
    """Import the files, and more, and return the score of every question under each measure."""
    create(path)
    low, high = min(made.grades), max(made.grades)
    # Grades up to 1 alone are read as letters, of a scale up to 2; those below 0 as not judged and junk.
    import_into(path, made.paths[:1], labels=f"{low}..{high}" if low < 0 or high < 2 else None)
    import_into(path, made.paths[1:])
    if more:
        import_into(path, more)
    found: dict[str, Values] = {}
    with results.opened(path) as state:
        board = results.scoreboard(state, unjudged=unjudged, ties="trec_eval")
        board.track([measure(name) for name in names])  # all in one pass
        for name in names:
            units = board.unit_values(measure(name))
            found[name] = {
                (board.name_of(run), state.catalog.questions[unit].name): value
                for unit, row in zip(units.units.tolist(), units.values.tolist(), strict=True)
                for run, value in zip(board.runs, row, strict=True)
            }
    return found


def zero_if_absent(made: Files, found: Mapping[str, Mapping[str, float]], run: str) -> Values:
    """A question that a run skips, or that a program leaves out, counts 0."""
    return {(run, question): found.get(question, {}).get("", 0.0) for question in made.qrels}


def trec_eval(made: Files, name: str, level: int = 1) -> Values:
    """What trec_eval says, relevant from a grade up."""
    values: Values = {}
    asked, spelled = name.replace("_cut_", "_cut."), name
    asked = re.sub("^(success|P|recall)_", r"\1.", asked)
    for run, given in made.runs.items():
        found = pytrec_eval.RelevanceEvaluator(made.qrels, {asked}, relevance_level=level).evaluate(given)
        values |= zero_if_absent(made, {q: {"": one[spelled]} for q, one in found.items()}, run)
    return values


def of_ir_measures(made: Files, one: ir_measures.Measure) -> Values:
    """What ir-measures says."""
    values: Values = {}
    for run, given in made.runs.items():
        found = {each.query_id: {"": each.value} for each in ir_measures.iter_calc([one], made.qrels, given)}
        values |= zero_if_absent(made, found, run)
    return values


METRICS = {
    "nDCG": lambda counts, gains: metrics.MSnDCG(counts, gains, 1000),
    "nDCG@": lambda counts, gains: metrics.MSnDCG(counts, gains, CUTOFF),
    "nG": lambda counts, gains: metrics.MSnDCG(counts, gains, 1),
    "Q": lambda counts, gains: metrics.QMeasure(counts, gains, 1.0),
    "ERR": metrics.ERR,
    "RBP": lambda counts, gains: metrics.RBP(counts, gains, 0.5),
}


def ntcireval(made: Files, metric: str, gains: Sequence[float], least: int = 1) -> Values:
    """What NTCIREVAL says where these are the gains of the levels from L1 up, relevant from a gain up."""
    values: Values = {}
    for run, given in made.runs.items():
        for question, said in made.qrels.items():
            levels = {name: made.gains.index(max(0, grade)) if grade >= least else 0 for name, grade in said.items()}
            labeler = Labeler(levels)
            order = sorted(given.get(question, {}), key=lambda name: (given[question][name], name), reverse=True)
            labeled = labeler.label(order)
            counts = labeler.compute_per_level_doc_num(len(gains) + 1)
            known = labeled and any(levels.values())
            values[run, question] = METRICS[metric](counts, gains).compute(labeled) if known else 0.0
    return values


def judged(made: Files) -> Values:
    """What ir-measures says of Judged@k, with our order of equal scores, which is that of trec_eval."""
    runs = {
        run: {
            question: {name: -at for at, name in enumerate(sorted(scores, key=lambda name: (scores[name], name))[::-1])}
            for question, scores in given.items()
        }
        for run, given in made.runs.items()
    }
    return of_ir_measures(replace(made, runs=runs), Judged @ CUTOFF)


def rank_biased(made: Files, p: float, least: int = 1) -> Values:
    """RBP as cwl_eval and rbp_eval have it, from the definition: neither is among the oracles."""
    values: Values = {}
    for run, given in made.runs.items():
        for question, said in made.qrels.items():
            returned = given.get(question, {})
            order = sorted(returned, key=lambda name: (returned[name], name), reverse=True)
            values[run, question] = math.fsum(
                (1 - p) * p**at for at, name in enumerate(order) if said.get(name, 0) >= least
            )
    return values


def peers(made: Files) -> dict[str, list[tuple[Values, float]]]:
    """Each of our measures with what others say of it, and how far apart they may be."""
    linear, power = made.gains[1:], [2.0**gain - 1 for gain in made.gains[1:]]
    mapped = {grade: 2 ** max(0, grade) - 1 for grade in made.grades}
    found = {
        "nDCG(undefined=zero)": [
            trec_eval(made, "ndcg"), of_ir_measures(made, nDCG), ntcireval(made, "nDCG", linear),
        ],
        f"nDCG(cutoff={CUTOFF}, undefined=zero)": [
            trec_eval(made, f"ndcg_cut_{CUTOFF}"),
            of_ir_measures(made, nDCG @ CUTOFF),
            ntcireval(made, "nDCG@", linear),
        ],
        "nDCG(gain=exponential, undefined=zero)": [
            # trec_eval counts every level up to the highest gain, which takes seconds for 2^16.
            *([of_ir_measures(made, nDCG(gains=mapped))] if max(mapped.values()) < MANY_LEVELS else []),
            ntcireval(made, "nDCG", power),
        ],
        "nG@1(undefined=zero)": [of_ir_measures(made, nDCG @ 1), ntcireval(made, "nG", linear)],
        "nG@1(gain=exponential, undefined=zero)": [ntcireval(made, "nG", power)],
        "Q(undefined=zero)": [ntcireval(made, "Q", linear)],
        "Q(gain=exponential, undefined=zero)": [ntcireval(made, "Q", power)],
        "AP(undefined=zero)": [trec_eval(made, "map"), of_ir_measures(made, AP)],
        "MRR": [trec_eval(made, "recip_rank"), of_ir_measures(made, RR)],
        "Hit@1": [trec_eval(made, "success_1"), of_ir_measures(made, Success @ 1)],
        f"AP(undefined=zero)@{CUTOFF}": [
            trec_eval(made, f"map_cut_{CUTOFF}"), of_ir_measures(made, AP @ CUTOFF),
        ],
        f"P@{CUTOFF}": [trec_eval(made, f"P_{CUTOFF}"), of_ir_measures(made, P @ CUTOFF)],
        f"R(undefined=zero)@{CUTOFF}": [
            trec_eval(made, f"recall_{CUTOFF}"), of_ir_measures(made, R @ CUTOFF),
        ],
        f"Success@{CUTOFF}": [trec_eval(made, f"success_{CUTOFF}"), of_ir_measures(made, Success @ CUTOFF)],
        "Rprec(undefined=zero)": [trec_eval(made, "Rprec"), of_ir_measures(made, Rprec)],
        "RBP(p=0.8)": [rank_biased(made, 0.8)],
        f"Judged@{CUTOFF}": [judged(made)],
        "RBP(p=0.5, gain=linear)": [ntcireval(made, "RBP", linear)],
        "ERR": [ntcireval(made, "ERR", power)],
        "ERR(gain=linear)": [ntcireval(made, "ERR", linear)],
    }  # fmt: skip
    for least in made.gains[1:]:
        found |= {
            f"AP(rel={least}, undefined=zero)": [
                trec_eval(made, "map", least), of_ir_measures(made, AP(rel=least)),
            ],
            f"MRR(rel={least})": [trec_eval(made, "recip_rank", least), of_ir_measures(made, RR(rel=least))],
            f"Hit@1(rel={least})": [
                trec_eval(made, "success_1", least), of_ir_measures(made, Success(rel=least) @ 1),
            ],
            f"AP(rel={least}, undefined=zero)@{CUTOFF}": [
                trec_eval(made, f"map_cut_{CUTOFF}", least), of_ir_measures(made, AP(rel=least) @ CUTOFF),
            ],
            f"P(rel={least})@{CUTOFF}": [
                trec_eval(made, f"P_{CUTOFF}", least), of_ir_measures(made, P(rel=least) @ CUTOFF),
            ],
            f"R(rel={least}, undefined=zero)@{CUTOFF}": [trec_eval(made, f"recall_{CUTOFF}", least)],
            f"Success(rel={least})@{CUTOFF}": [
                trec_eval(made, f"success_{CUTOFF}", least),
                of_ir_measures(made, Success(rel=least) @ CUTOFF),
            ],
            f"Rprec(rel={least}, undefined=zero)": [
                trec_eval(made, "Rprec", least), of_ir_measures(made, Rprec(rel=least)),
            ],
            f"RBP(p=0.8, rel={least})": [rank_biased(made, 0.8, least)],
        }  # fmt: skip
        if min(made.grades) >= 0:  # those below are labels here, and answers not judged there
            found[f"Bpref(rel={least}, undefined=zero)"] = [
                trec_eval(made, "bpref", least), of_ir_measures(made, Bpref(rel=least)),
            ]  # fmt: skip
            found[f"infAP(rel={least}, undefined=zero)"] = [
                trec_eval(made, "infAP", least), of_ir_measures(made, infAP(rel=least)),
            ]  # fmt: skip
        found |= {
            f"Q(rel={least}, undefined=zero)": [ntcireval(made, "Q", linear, least)],
        }  # fmt: skip
    exact = {name: [(values, DOUBLE) for values in several] for name, several in found.items()}
    if max(made.grades) <= GDEVAL_TOP:
        exponential = of_ir_measures(made, nDCG(dcg="exp-log2") @ CUTOFF)
        exact[f"ERR(cutoff={CUTOFF}, top={GDEVAL_TOP})"] = [(of_ir_measures(made, ERR @ CUTOFF), PRINTED)]
        exact[f"nDCG(cutoff={CUTOFF}, undefined=zero, gain=exponential)"] = [(exponential, PRINTED)]
    return exact


def differences(path: Path, made: Files) -> dict[tuple[str, int], tuple[float, float]]:
    """Return the largest difference to each of the others, and the one that may be."""
    theirs = peers(made)
    mine = ours(path, made, theirs)
    found = {}
    for name, several in theirs.items():
        for at, (values, most) in enumerate(several):
            assert values.keys() == mine[name].keys()
            found[name, at] = max(abs(values[key] - mine[name][key]) for key in values), most
    return found


@pytest.mark.parametrize("scale", [*FEW, *swept(scale for scale in SCALES if scale not in FEW)])
@pytest.mark.parametrize("seed", [0, *swept(range(1, 24))])
def test_every_question_scores_as_in_the_programs_of_the_field(scale: str, seed: int, tmp_path: Path) -> None:
    made = files(tmp_path, SCALES[scale], seed)
    apart = differences(tmp_path / "scale.jury", made)
    assert {key: far for key, (far, most) in apart.items() if not far <= most} == {}
    assert len(apart) >= 21


@pytest.mark.parametrize("scale", [*FEW, *swept(scale for scale in SCALES if scale not in FEW)])
def test_condensed_rankings_score_as_with_judged_only(scale: str, tmp_path: Path) -> None:
    """Answers not judged are taken out of the rankings; Bpref and Judged@k get them as they are."""
    made = files(tmp_path, SCALES[scale], 11)
    if min(made.grades) < 0:
        return  # labels here, and answers not judged there
    least, only = made.gains[-1], {"judged_only": True}
    theirs = {
        "nDCG(undefined=zero)": nDCG(**only),
        f"nDCG(undefined=zero)@{CUTOFF}": nDCG(**only) @ CUTOFF,
        f"AP(rel={least}, undefined=zero)": AP(rel=least, **only),
        f"AP(undefined=zero)@{CUTOFF}": AP(**only) @ CUTOFF,
        f"MRR(rel={least})": RR(rel=least, **only),
        f"P(rel={least})@{CUTOFF}": P(rel=least, **only) @ CUTOFF,
        f"R(undefined=zero)@{CUTOFF}": R(**only) @ CUTOFF,
        f"Success(rel={least})@{CUTOFF}": Success(rel=least, **only) @ CUTOFF,
        f"Rprec(rel={least}, undefined=zero)": Rprec(rel=least, **only),
        "Bpref(undefined=zero)": Bpref,
    }
    expected = {name: of_ir_measures(made, one) for name, one in theirs.items()}
    expected[f"Judged@{CUTOFF}"] = judged(made)
    mine = ours(tmp_path / "scale.jury", made, expected, "condensed")
    for name, values in expected.items():
        assert mine[name] == pytest.approx(values, abs=DOUBLE), name


def test_grades_of_trec_eval_that_are_not_judgments(tmp_path: Path) -> None:
    """Qrels with -1 (not judged) and -2 (junk), which are no labels here either."""
    for seed in range(6):
        folder = tmp_path / str(seed)
        folder.mkdir()
        made = replace(files(folder, (-2, -1, 0, 1, 2), seed), grades=(0, 1, 2))
        names = {"Bpref(undefined=zero)": 1, "Bpref(rel=2, undefined=zero)": 2}
        mine = ours(folder / "scale.jury", made, names)
        for name, level in names.items():
            theirs = trec_eval(made, "bpref", level)
            # A question with no judgment at all is not scored here; there it counts 0.
            assert mine[name] == pytest.approx({key: theirs[key] for key in mine[name]}, abs=DOUBLE)
            assert not any(theirs[key] for key in theirs.keys() - mine[name].keys())


@pytest.mark.parametrize("seed", [*range(4), *swept(range(4, 30))])
@pytest.mark.parametrize("grades", [(-1, 0, 1, 2), (-2, -1, 0, 1, 2)])
@pytest.mark.sweep
def test_inferred_ap_knows_the_pool_by_what_is_listed_or_assigned(
    grades: Sequence[int], seed: int, tmp_path: Path
) -> None:
    """Qrels with -1, junk and answers that they do not name."""
    made = replace(files(tmp_path, grades, seed), grades=(0, 1, 2))
    rows = [f"judged,{question},{name}\n" for question, said in made.qrels.items() for name in said]
    pool = tmp_path / "assignments.csv"
    pool.write_text("assessor,question,answer\n" + "".join(rows))
    names = {f"infAP(rel={level}, undefined=zero)": level for level in (1, 2)}
    assigned = ours(tmp_path / "scale.jury", made, names, "nonrelevant", pool)
    listed = ours(tmp_path / "listed.jury", made, names, "nonrelevant")
    for name, level in names.items():
        theirs, others = trec_eval(made, "infAP", level), of_ir_measures(made, infAP(rel=level))
        for mine in (assigned[name], listed[name]):
            # A question with no judgment at all is not scored here; there it counts 0.
            assert mine == pytest.approx({key: theirs[key] for key in mine}, abs=DOUBLE)
            assert mine == pytest.approx({key: others[key] for key in mine}, abs=DOUBLE)
            assert not any(theirs[key] for key in theirs.keys() - mine.keys())


def test_an_explanation_of_inferred_ap_names_answers_in_no_pool(tmp_path: Path) -> None:
    said = {"a": 1, "b": -1, "d": 1}
    qrels, run, pool = tmp_path / "a.qrels", tmp_path / "one.run", tmp_path / "assignments.csv"
    qrels.write_text("".join(f"1 0 {name} {grade}\n" for name, grade in said.items()))
    run.write_text("".join(f"1 Q0 {name} {at} {9 - at} one\n" for at, name in enumerate("abcd", 1)))
    pool.write_text("assessor,question,answer\n" + "".join(f"a,1,{name}\n" for name in said))
    create(path := tmp_path / "one.jury")
    for file in (qrels, run, pool):
        import_into(path, [file])
    theirs = pytrec_eval.RelevanceEvaluator({"1": said}, {"infAP"}).evaluate(
        {"1": {name: 9.0 - at for at, name in enumerate("abcd")}}
    )
    with results.opened(path) as state:
        board = results.scoreboard(state, unjudged="nonrelevant")
        told = board.explain(measure("infAP"), board.runs[0], 0)
    assert told.score.value == pytest.approx(theirs["1"]["infAP"], abs=DOUBLE)
    assert told.table is not None
    assert [row[2].endswith(", in no pool") for row in told.table.rows] == [False, False, True, False]
    assert [row[-1] > 0 for row in told.table.rows] == [True, False, False, True]
    assert math.fsum(row[-1] for row in told.table.rows) / 2 == pytest.approx(told.score.value, abs=DOUBLE)


def test_means_are_theirs_too(tmp_path: Path) -> None:
    """The mean over all questions of the qrels, as trec_eval takes it with -c."""
    made = files(tmp_path, SCALES["5 grades"], 7)
    mine = ours(tmp_path / "scale.jury", made, [])
    assert mine == {}
    with results.opened(tmp_path / "scale.jury") as state:
        board = results.scoreboard(state, unjudged="nonrelevant", ties="trec_eval")
        for name, one in (("nDCG(undefined=zero)", nDCG), ("AP(rel=3, undefined=zero)", AP(rel=3))):
            for run in board.runs:
                given = made.runs[board.name_of(run)]
                theirs = ir_measures.calc_aggregate([one], made.qrels, given)[one]
                assert board.score(measure(name), run).value == pytest.approx(theirs, abs=DOUBLE)
