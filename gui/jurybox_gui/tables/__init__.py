"""Adapters between arrays or records and Qt's views; no widgets here."""
