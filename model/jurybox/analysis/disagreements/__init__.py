"""Disagreements: what assessors disagree on, the alternatives, and their effect on runs."""
