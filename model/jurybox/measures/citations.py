"""Measures of citations: whether the documents that an answer cites support its sentences.

A response is a list of sentences, each with the documents that it cites. An assessor says of each sentence
and cited document whether the document supports the sentence in full, in part or not. Support in part is
worth one half, or nothing if strict.

Conventions
    Precision is over citations, recall over sentences: a sentence without a citation costs recall alone. A
    sentence with several citations counts by the best of them. A response without citations scores 0 in both.

References
    N. Thakur et al., "Support Evaluation for the TREC 2024 RAG Track: Comparing Human versus LLM Judges",
    SIGIR 2025 (weighted precision and weighted recall; there each sentence counts by its first citation).

Functions
    citation_precision, citation_recall
"""

from jurybox.measures.checks import Number, count, within


def citation_precision(full: Number, partial: Number, citations: Number, *, strict: bool = False) -> float:
    """Return the share of citations that support their sentence, those in part counting one half.

    `strict`: support in part counts nothing. Range [0, 1]; 0 without citations.
    """
    return _share("citations", full, partial, citations, strict=strict)


def citation_recall(supported: Number, partly: Number, sentences: Number, *, strict: bool = False) -> float:
    """Return the share of sentences that one of their citations supports, in part counting one half.

    `strict`: support in part counts nothing. Range [0, 1]; 0 without sentences.
    """
    return _share("sentences", supported, partly, sentences, strict=strict)


def _share(of: str, full: Number, partial: Number, whole: Number, *, strict: bool) -> float:
    whole_ones, half_ones, every = count("full", full), count("partial", partial), count(of, whole)
    within("full + partial", whole_ones + half_ones, of, every)
    found = 2 * whole_ones + (0 if strict else half_ones)
    return found / (2 * every) if every else 0.0
