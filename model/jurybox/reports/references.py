"""The papers that measures and gold standards come from, as a list of references prints them."""

from __future__ import annotations

import re
from collections.abc import Iterable

REFERENCES = {
    "Bevendorff et al. 2019": (
        "J. Bevendorff, B. Stein, M. Hagen, M. Potthast: Generalizing Unmasking for Short Texts. NAACL-HLT 2019."
    ),
    "Buckley and Voorhees 2004": (
        "C. Buckley, E. M. Voorhees: Retrieval Evaluation with Incomplete Information. SIGIR 2004, 25-32."
    ),
    "Buckley and Voorhees 2005": (
        "C. Buckley, E. M. Voorhees: Retrieval System Evaluation. In: TREC: Experiment and Evaluation in "
        "Information Retrieval, MIT Press 2005, chapter 3."
    ),
    "Chapelle et al. 2009": (
        "O. Chapelle, D. Metzler, Y. Zhang, P. Grinspan: Expected Reciprocal Rank for Graded Relevance. CIKM "
        "2009, 621-630."
    ),
    "Dawid and Skene 1979": (
        "A. P. Dawid, A. M. Skene: Maximum Likelihood Estimation of Observer Error-Rates Using the EM "
        "Algorithm. Applied Statistics 28(1), 1979, 20-28."
    ),
    "Demsar 2006": (
        "J. Demšar: Statistical Comparisons of Classifiers over Multiple Data Sets. Journal of Machine "
        "Learning Research 7, 2006, 1-30."
    ),
    "Efron 1987": (
        "B. Efron: Better Bootstrap Confidence Intervals. Journal of the American Statistical Association "
        "82(397), 1987, 171-185."
    ),
    "Fleiss 1971": (
        "J. L. Fleiss: Measuring Nominal Scale Agreement among Many Raters. Psychological Bulletin 76(5), "
        "1971, 378-382."
    ),
    "Gwet 2008": (
        "K. L. Gwet: Computing Inter-Rater Reliability and Its Variance in the Presence of High Agreement. "
        "British Journal of Mathematical and Statistical Psychology 61(1), 2008, 29-48."
    ),
    "Hayes and Krippendorff 2007": (
        "A. F. Hayes, K. Krippendorff: Answering the Call for a Standard Reliability Measure for Coding "
        "Data. Communication Methods and Measures 1(1), 2007, 77-89."
    ),
    "Herrera, Peñas and Verdejo 2005": (
        "J. Herrera, A. Peñas, F. Verdejo: Question Answering Pilot Task at CLEF 2004. CLEF 2004, LNCS 3491, 2005."
    ),
    "Holm 1979": (
        "S. Holm: A Simple Sequentially Rejective Multiple Test Procedure. Scandinavian Journal of "
        "Statistics 6(2), 1979, 65-70."
    ),
    "Lin and Demner-Fushman 2006": (
        "J. Lin, D. Demner-Fushman: Will Pyramids Built of Nuggets Topple Over? HLT-NAACL 2006, 383-390."
    ),
    "Moffat and Zobel 2008": (
        "A. Moffat, J. Zobel: Rank-Biased Precision for Measurement of Retrieval Effectiveness. ACM "
        "Transactions on Information Systems 27(1), 2008."
    ),
    "Nakov et al. 2016": "P. Nakov et al.: SemEval-2016 Task 3: Community Question Answering. SemEval 2016.",
    "Peñas, Rodrigo and Verdejo 2007": (
        "A. Peñas, Á. Rodrigo, F. Verdejo: Overview of the Answer Validation Exercise 2007. CLEF 2007."
    ),
    "Pradeep et al. 2025": (
        "R. Pradeep et al.: The Great Nugget Recall: Automating Fact Extraction and RAG Evaluation with "
        "Large Language Models. SIGIR 2025."
    ),
    "Robertson 2006": "S. Robertson: On GMAP: and Other Transformations. CIKM 2006, 78-83.",
    "Thakur et al. 2025": (
        "N. Thakur et al.: Support Evaluation for the TREC 2024 RAG Track: Comparing Human versus LLM "
        "Judges. SIGIR 2025."
    ),
}
"""Papers by their short names, but for those that `jurybox.papers` recomputes, which has them in full."""
_OF_PAGES = {
    "Llopis et al. 2009": "llopis",
    "Peñas and Rodrigo 2011": "penas",
    "Rodrigo et al. 2010": "rodrigo",
    "Sakai et al. 2010": "sakai",
    "Voorhees 2005": "voorhees",
}


def references(texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return short name and full reference of each paper that one of the texts names, by short name."""
    from jurybox.papers import page

    said = "; ".join(texts)
    found = {name: full for name, full in REFERENCES.items() if name in said}
    for name, of_page in _OF_PAGES.items():
        if re.search(rf"(?<! and ){re.escape(name)}", said):
            found[name] = page(of_page).paper
    return tuple(sorted(found.items()))
