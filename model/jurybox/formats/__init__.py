"""File formats: one module for each family, all through the same staging and pre-flight."""
