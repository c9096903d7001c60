"""How far assessors agree: coefficients, pairs, confusion, drift, and each of them against the others."""

from jurybox.analysis.agreement.assessors import (
    Consistency,
    Stretch,
    drift,
    leave_one_out,
    self_consistency,
)
from jurybox.analysis.agreement.coefficients import (
    Agreement,
    AgreementData,
    Coefficient,
    agreement,
    label_agreements,
    label_counts,
    majority,
)
from jurybox.analysis.agreement.pairs import (
    PairAgreement,
    cohen_kappa,
    confusion,
    kappa_interval,
    pair_agreements,
)

__all__ = [
    "Agreement",
    "AgreementData",
    "Coefficient",
    "Consistency",
    "PairAgreement",
    "Stretch",
    "agreement",
    "cohen_kappa",
    "confusion",
    "drift",
    "kappa_interval",
    "label_agreements",
    "label_counts",
    "leave_one_out",
    "majority",
    "pair_agreements",
    "self_consistency",
]
