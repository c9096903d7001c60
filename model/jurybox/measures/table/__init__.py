"""The one table of measures, a module for each family of questions; `catalog` puts it together."""
