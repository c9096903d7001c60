"""What desks build on: the open collection, the most informative answers, tasks, pauses, saving."""
