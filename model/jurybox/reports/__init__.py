"""Results as documents: LaTeX, Markdown, CSV and HTML."""
