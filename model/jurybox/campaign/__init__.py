"""The organizer's work: who judges what, how far they are, hand-outs, merges, runs withdrawn.

Whatever is stored here is bulk work: a backup is made before it, and Ctrl+Z does not take it back.
"""
