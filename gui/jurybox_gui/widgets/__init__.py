"""Painted pieces every desk is built from; they know tokens and text, never the collection."""
