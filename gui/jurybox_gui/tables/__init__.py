"""Adapters that show arrays and records to Qt's views; no widgets here."""
