"""The stage: the answer being judged, the ranking and one picture, large enough for an audience."""
