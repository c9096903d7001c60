"""Disagreements: what people differ about, what else could be decided, and what that does to runs."""
