"""Every format by name, in the order in which they are asked whether a file is theirs."""

from jurybox.formats import (
    ave,
    json_write,
    label_studio,
    list_answers,
    liveqa,
    llm_judgments,
    ntcir_cqa,
    ntcir_write,
    ntcireval,
    nugget_files,
    nugget_json,
    nugget_json_write,
    pyevall,
    trec_qa,
    trec_qa_judgments,
    trec_qa_lists,
    trec_qa_lists_write,
    trec_qa_runs,
    trec_qrels,
    trec_runs,
    trec_write,
    xml_write,
)
from jurybox.formats.documents import DOCUMENTS
from jurybox.formats.format import Format
from jurybox.formats.reading import by_lines
from jurybox.formats.tables import TABLES_FORMAT

_ALL = (
    TABLES_FORMAT,
    Format(
        "nuggets",
        "Nuggets and pyramids (TREC QA)",
        by_lines(nugget_files.share, nugget_files.REASON),
        nugget_files.read,
        nugget_files.write,
        share=nugget_files.share,
    ),
    Format(
        "nuggetizer",
        "Nuggets and assignments of the nuggetizer (JSON lines)",
        nugget_json.sniff_nuggetizer,
        nugget_json.read,
        nugget_json_write.write_nuggetizer,
    ),
    Format(
        "rag-nuggets",
        "TREC RAG nuggets (JSON lines)",
        nugget_json.sniff_rag,
        nugget_json.read,
        nugget_json_write.write_rag,
    ),
    Format(
        "list-answers",
        "Known answers of list questions",
        list_answers.sniff,
        list_answers.read,
        list_answers.write,
    ),
    Format("trec-qa", "TREC QA series (XML)", trec_qa.sniff, trec_qa.read, xml_write.write_trec_qa),
    Format("ave", "CLEF answer validation (XML, responses)", ave.sniff, ave.read, xml_write.write_ave),
    Format(
        "label-studio",
        "Label Studio tasks (JSON)",
        label_studio.sniff,
        label_studio.read,
        json_write.write_label_studio,
    ),
    Format("pyevall", "PyEvALL items (JSON)", pyevall.sniff, pyevall.read, json_write.write_pyevall),
    Format(
        "llm-judgments",
        "Judgments of language models (JSON lines)",
        llm_judgments.sniff,
        llm_judgments.read,
        json_write.write_llm_judgments,
    ),
    Format(
        "ntcir-cqa",
        "NTCIR community QA runs (CSV)",
        ntcir_cqa.sniff,
        ntcir_cqa.read,
        ntcir_write.write_ntcir_cqa,
    ),
    Format(
        "ntcireval",
        "NTCIREVAL files (.rel, .res, .lab)",
        ntcireval.sniff,
        ntcireval.read,
        ntcir_write.write_ntcireval,
    ),
    Format(
        "trec-run",
        "TREC runs",
        by_lines(trec_runs.share, trec_runs.REASON),
        trec_runs.read,
        trec_write.write_trec_runs,
        share=trec_runs.share,
    ),
    Format(
        "trec-qrels",
        "TREC qrels",
        by_lines(trec_qrels.share, trec_qrels.REASON),
        trec_qrels.read,
        trec_write.write_qrels,
        share=trec_qrels.share,
    ),
    Format(
        "trec-qa-judgments",
        "TREC QA judgments",
        by_lines(trec_qa_judgments.share, trec_qa_judgments.REASON),
        trec_qa_judgments.read,
        trec_qa_lists_write.write_judgments,
        share=trec_qa_judgments.share,
    ),
    Format(
        "liveqa",
        "LiveQA judgments",
        by_lines(liveqa.share, liveqa.REASON),
        liveqa.read,
        ntcir_write.write_liveqa,
        share=liveqa.share,
    ),
    Format(
        "trec-qa-runs",
        "TREC QA runs",
        by_lines(trec_qa_runs.share, trec_qa_runs.REASON),
        trec_qa_runs.read,
        trec_write.write_qa_runs,
        share=trec_qa_runs.share,
    ),
    DOCUMENTS,
)

# Before the shapes of factoids, which are less particular.
trec_qa_judgments.SHAPES[:0] = [trec_qa_lists.LIST_SHAPE, trec_qa_lists.OTHER_SHAPE]

FORMATS: dict[str, Format] = {made.name: made for made in _ALL}
"""Every format by the name that `--as` takes; the first whose `sniff` says so reads a file."""
