"""The tallies: each keeps the scores of one family of units for all runs, live."""
