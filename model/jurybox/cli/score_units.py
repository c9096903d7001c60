"""What `score` shows below the scores of runs: every unit's own, and one score down to its numbers."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from jurybox import results
from jurybox.cli.printing import objects_of, print_frame, print_json, say
from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names
from jurybox.errors import Refused
from jurybox.kinds import KINDS
from jurybox.language import tr, trc
from jurybox.lists import comma_list, or_list
from jurybox.measures import Measure, Parts, measure
from jurybox.results.cells import score_text
from jurybox.results.scores import NoMean
from jurybox.scoring import Explanation, Scoreboard, Table, usual_measures
from jurybox.scoring.decisions import decisions_on
from jurybox.scoring.explain import formula_in_words
from jurybox.scoring.not_scored import not_scored

MOST = 20
"""So many questions that a whole run's score leaves out are listed for people."""


def print_units(state: State, board: Scoreboard, measures: Sequence[Measure], form: str) -> None:
    """List what every unit that is scored counts for each run, under measures that are means over units."""
    frame = results.units(board, results.names_of(state), measures)
    if form != "json":
        print_frame(frame, form)
        return
    without = [note for note in frame.attrs["notes"] if isinstance(note, NoMean)]
    reason = {"reason": f"{without[0][:1].lower()}{without[0][1:].rstrip('.。')}"} if without else {}
    print_json({"gold": board.gold_text, "units": [unit | reason for unit in objects_of(frame)], **reason})


def print_tie_range(board: Scoreboard, measures: Sequence[Measure], form: str) -> None:
    """List the range of the scores of judges as runs, over all orders of what they rated alike."""
    frame = results.tie_range(board, measures)
    if form == "json":
        print_json({"gold": board.gold_text, "runs": objects_of(frame)})
    else:
        print_frame(frame, form)


def explain_one(
    state: State, board: Scoreboard, measures: Sequence[Measure], run: str, question: str, *, form: str
) -> None:
    """Print how the scores of a run on one question came about."""
    catalog = state.catalog
    named = {board.name_of(at): at for at in board.runs}
    if run not in named and run in catalog.run_named:
        raise Refused(tr("The run {run!r} was withdrawn and is not scored.", run=run))
    if run not in named:
        raise Refused(
            tr("There is no run {run!r}; there are: {named}.", run=run, named=comma_list(named) or trc("runs", "none"))
        )
    place = _place(state, question)
    board.select(place.questions)
    explanations, missing = [], []
    for one in measures or _usual(board, place):
        explanations.append(_explained(board, one, named[run], place))
        most = None if explanations[-1].unit is not None or form == "json" else MOST
        missing.append(not_scored(board, one, named[run], explanations[-1].unit, most=most))
    if place.unit is not None and KINDS[catalog.questions[place.unit].kind].decides:
        board.select(place.questions)
        table = decisions_on(board, named[run], place.unit)
        explanations = [
            replace(each, table=table) if board.is_of_decisions(each.measure) else each for each in explanations
        ]
    if form == "json":
        found = {
            str(each.measure): _as_object(state, each) | {"not_scored": _dicts(state, out)}
            for each, out in zip(explanations, missing, strict=True)
        }
        print_json({"gold": board.gold_text, "run": run, "question": question, "measure": found})
        return
    names = _names(state)
    for each, out in zip(explanations, missing, strict=True):
        value = " ".join(filter(None, (score_text(each.score.value), each.score.reason)))
        where = _on(state, each.measure, place, question)
        caption = tr("{measure} of {run} on {place}", measure=each.measure, run=run, place=where)
        say(tr("{what}: {value}", what=caption, value=value))
        say(f"  {formula_in_words(each.formula)}", f"  {formula_in_words(each.with_numbers)}")
        counts = (f"{formula_in_words(name)} {_number(count)}" for name, count in each.counts)
        say(f"  {comma_list(counts)}")
        if each.table is not None and each.table.rows:
            print_frame(results.behind_score(each.table, names, caption), "table")
        if out.rows:
            say("  " + tr("Not scored:"))  # not shown
            without = tr("Not scored: {what}", what=caption)
            print_frame(results.behind_score(out, names, without), "table")


class _Explained(NamedTuple):
    """What a score is explained on: one question, or all of a series, and that series where there is one."""

    questions: frozenset[int]
    unit: int | None
    series: int | None


def _place(state: State, name: str) -> _Explained:
    """Return the question of a name, else the series; Refused where there is neither."""
    catalog = state.catalog
    if name in catalog.question_named:
        unit = catalog.question_named[name]
        return _Explained(frozenset((unit,)), unit, catalog.questions[unit].series)
    series = next((at for at, one in enumerate(catalog.series) if one.name == name), None)
    if series is None:
        where = state.local.get("name", tr("the collection"))
        raise Refused(
            tr("There is no question or series {name!r} in {place}.", name=name, place=where)
            if catalog.series
            else tr("There is no question {name!r} in {place}.", name=name, place=where)
        )
    inside = (at for at, one in enumerate(catalog.questions) if one.series == series)
    return _Explained(frozenset(inside), None, series)


def _usual(board: Scoreboard, place: _Explained) -> list[Measure]:
    """Return the usual measures of a question; of a series that of series first."""
    usual = usual_measures(board)
    return usual if place.unit is not None else list(dict.fromkeys([measure("series"), *usual]))


def _of_series(one: Measure) -> bool:
    """Return whether a measure scores series, or questions of all kinds together."""
    return one.accepts == (Parts,)


def _on(state: State, one: Measure, place: _Explained, name: str) -> str:
    """Return what a measure was explained on, for people."""
    if not _of_series(one):
        return name
    if one.unit != "series":
        return tr("all questions")
    if place.series is None:
        return name
    return tr("the series {name}", name=state.catalog.series[place.series].name)


def _explained(board: Scoreboard, one: Measure, run: int, place: _Explained) -> Explanation:
    """Return the explanation of a question or series that has a score of its own, else of the run on it."""
    board.select(None if _of_series(one) else place.questions)
    if board.kind_of(one) is None:
        kinds = or_list(board.kinds)
        raise Refused(
            tr("{one} is not a measure of {kinds} questions, so there is nothing to explain.", one=one, kinds=kinds)
        )
    if one.unit == "series" and place.series is None:
        raise Refused(
            tr("{one} is a score of series, and the question is in none: there is nothing to explain.", one=one)
        )
    unit = place.series if one.unit == "series" else None if _of_series(one) else place.unit
    try:
        return board.explain(one, run, unit)
    except KeyError:
        return board.explain(one, run)
    except ValueError as error:
        raise Refused(tr("{error}, so there is nothing to explain.", error=error)) from error


def _as_object(state: State, each: Explanation) -> dict[str, Any]:
    found: dict[str, Any] = {
        "value": each.score.value,
        "reason": each.score.reason or None,
        "formula": each.formula,
        "with_numbers": each.with_numbers,
        "counts": dict(each.counts),
    }
    if each.table is not None:
        found["table"] = _dicts(state, each.table)
    return found


def _dicts(state: State, table: Table) -> list[dict[str, object]]:
    return objects_of(results.behind_score(table, _names(state), ""))


def _names(state: State) -> dict[str, list[str]]:
    questions = [one.name for one in state.catalog.questions]
    return {"answer": answer_names(state.reader), "question": questions}


def _number(count: float) -> str:
    return str(count) if isinstance(count, int) else f"{count:.4g}"
