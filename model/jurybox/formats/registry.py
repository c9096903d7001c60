"""Every format by name, in the order in which they are asked whether a file is theirs."""

from jurybox.formats import (
    ave,
    documents,
    label_studio,
    list_answers,
    liveqa,
    llm_judgments,
    ntcir_cqa,
    ntcireval,
    nugget_files,
    nugget_json,
    pyevall,
    rag_support,
    tables,
    trec_qa,
    trec_qa_judgments,
    trec_qa_runs,
    trec_qrels,
    trec_runs,
    trec_topics,
)
from jurybox.formats.format import STAGES, Format
from jurybox.language import tr, trc

_ORDERED = (
    tables.FORMAT,
    nugget_files.FORMAT,
    nugget_json.NUGGETIZER,
    nugget_json.RAG_NUGGETS,
    rag_support.FORMAT,
    trec_qa.FORMAT,
    trec_topics.FORMAT,
    ave.FORMAT,
    label_studio.FORMAT,
    list_answers.FORMAT,
    pyevall.FORMAT,
    llm_judgments.FORMAT,
    ntcir_cqa.FORMAT,
    ntcireval.FORMAT,
    trec_runs.FORMAT,
    trec_qrels.FORMAT,
    trec_qa_judgments.FORMAT,
    liveqa.FORMAT,
    trec_qa_runs.FORMAT,
    documents.FORMAT,
)
FORMATS: dict[str, Format] = {known.name: known for known in _ORDERED}
"""Every format by its name for `--as`; in the order in which their signs are looked for."""


def format_names(*, written: bool) -> list[str]:
    """Return the names of the formats that can be written, or else of those that can be read."""
    return [name for name, one in FORMATS.items() if (one.write if written else one.read)]


def format_table() -> str:
    """Return the table of all formats that the help shows, as Markdown."""
    listed = sorted(FORMATS.values(), key=lambda known: STAGES.index(known.stage))
    rows = (f"| `{one.name}` | {one.shape} | {one.imports} | {one.exports} |" for one in listed)
    ways = f"{trc('to a collection', 'in')} | {trc('from a collection', 'out')}"  # not shown
    head = f"| {tr('format')} | {tr('files')} | {ways} |"  # not shown
    return "\n".join((head, "|---|---|---|---|", *rows))
