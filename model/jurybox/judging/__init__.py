"""What one assessor has before them: the queue and its progress, pace, active time, search in texts."""
