"""Measures of list questions: how many of the known instances a run returned, and how much else.

Of the `returned` responses of a list, `distinct` are correct and different from each other; `known` is
the number of known instances of the question.

Conventions
    A question without known instances is dropped from the mean of every run, whatever was returned
    (Voorhees dropped one): the named measures are undefined on it. F is computed from counts, so that the
    function has a value, 0, unless nothing was returned either. An empty list has no precision by its
    formula, and F = 0 if there was something to find.
    More distinct ones than returned or known are refused.

Reference
    E. Voorhees, "Using Question Series to Evaluate Question Answering System Effectiveness", HLT/EMNLP
    2005, section 2.2.

Functions
    instance_precision, instance_recall, instance_f
"""

from jurybox.measures.checks import Number, count, within
from jurybox.measures.count_rows import ratio


def instance_precision(distinct: Number, returned: Number) -> float:
    """Return IP, the share of returned responses that are correct and distinct.

    Range [0, 1]; NaN for an empty list.
    """
    found, given = count("distinct", distinct), count("returned", returned)
    within("distinct", found, "returned", given)
    return ratio(found, given)


def instance_recall(distinct: Number, known: Number) -> float:
    """Return IR, the share of known instances that were returned.

    Range [0, 1]; NaN if no instance is known.
    """
    found, wanted = count("distinct", distinct), count("known", known)
    within("distinct", found, "known", wanted)
    return ratio(found, wanted)


def instance_f(distinct: Number, returned: Number, known: Number) -> float:
    """Return F, the harmonic mean of IP and IR: `2 distinct / (returned + known)`.

    Range [0, 1]; 0 for an empty list or one without a correct response; NaN if nothing is known or returned.
    """
    found, given, wanted = count("distinct", distinct), count("returned", returned), count("known", known)
    within("distinct", found, "returned", given)
    within("distinct", found, "known", wanted)
    return ratio(2 * found, given + wanted)
