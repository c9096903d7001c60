"""The organizer's work: who judges what, progress, handouts, merges, withdrawn runs.

Everything stored here is bulk work: a backup precedes it, and Ctrl+Z does not undo it.
"""
