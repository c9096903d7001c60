"""The language of the tests: they expect English, wherever they run. Imported before the program is."""

import os

os.environ["JURYBOX_LANGUAGE"] = "en"
