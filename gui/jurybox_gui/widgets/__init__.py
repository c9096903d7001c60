"""Painted widgets that every desk is built from; they know tokens and text, never the collection."""
