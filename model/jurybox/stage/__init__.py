"""Content of the stage: stories of demos, the effect of a label, and the agreement with the jury."""
