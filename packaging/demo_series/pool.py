"""The pooled answers: what may be returned to each question, and what a fair reader would say of it."""

from dataclasses import dataclass

from demo_tables import stream

from demo_series.texts import Question, Series


@dataclass(frozen=True)
class Answer:
    """One pooled answer; `label` is the truth, `group` its instance, `nuggets` those that it holds."""

    name: str
    question: str
    text: str
    document: str
    label: str
    group: str = ""
    nuggets: tuple[str, ...] = ()


def pool_of(series: Series, question: Question) -> list[Answer]:
    """Return the answers of one question, in an order that says nothing."""
    rng = stream("series", f"pool {question.name}")
    makers = {"factoid": _factoid, "list": _list, "other": _other}
    rows = makers[question.kind](series, question)
    rows = sorted(rows, key=lambda _: rng.random())
    return [Answer(f"{question.name}-a{at}", question.name, *row) for at, row in enumerate(rows, 1)]


MOST_RETURNED = 3
"""Instances of a list question that systems found; the assessor knows the others besides."""
Row = tuple[str, str, str, str, tuple[str, ...]]


def nugget_names(series: Series) -> dict[str, tuple[str, bool]]:
    """Return text and weight (vital or not) of each nugget, by name."""
    held = [(sentence.nugget, sentence.vital) for _, sentence in series.sentences if sentence.nugget]
    return {f"n{number}": nugget for number, nugget in enumerate(held, 1)}


def _factoid(series: Series, question: Question) -> list[Row]:
    rng = stream("series", f"documents {question.name}")
    names = [document.name for document in series.documents]
    rows = [(text, rng.choice(names), "incorrect", "", ()) for text in question.wrong]
    for (right,) in question.right:
        holding = series.documents_with(right)
        rows += [(right, name, "correct", "", ()) for name in holding]
        rows += [(right, name, "unsupported", "", ()) for name in names if name not in holding]
        rows.append((question.inexact, holding[0], "inexact", "", ()))
    return list(dict.fromkeys(rows))


def _list(series: Series, question: Question) -> list[Row]:
    rng = stream("series", f"documents {question.name}")
    names = [document.name for document in series.documents]
    rows: list[Row] = [(text, rng.choice(names), "incorrect", "", ()) for text in question.wrong]
    for spellings in question.right[:MOST_RETURNED]:
        holding = series.documents_with(spellings[0])
        rows += [(text, holding[0], "correct", spellings[0], ()) for text in spellings]
    return rows


def _other(series: Series, _: Question) -> list[Row]:
    """Return every sentence as an answer, and every third one together with the sentence after it."""
    number = {text: name for name, (text, _) in nugget_names(series).items()}
    sentences = series.sentences
    spans = [sentences[at : at + 1] for at in range(len(sentences))]
    spans += [sentences[at : at + 2] for at in range(0, len(sentences) - 1, 3)]
    return [
        (
            " ".join(sentence.text for _, sentence in span),
            span[0][0],
            "",
            "",
            tuple(number[sentence.nugget] for _, sentence in span if sentence.nugget),
        )
        for span in spans
        if len({document for document, _ in span}) == 1
    ]
