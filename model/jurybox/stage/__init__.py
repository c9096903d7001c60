"""What is told on stage: stories of demos, what a label did, and how one agrees with the jury."""
