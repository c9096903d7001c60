"""The workplaces of the window, one folder each: thin views over item models and figure descriptions."""
