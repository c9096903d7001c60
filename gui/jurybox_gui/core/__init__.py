"""What every desk builds on and that knows no desk: the live collection, the next best answers, tasks."""
