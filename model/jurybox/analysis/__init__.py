"""What scores and judgments say: agreement, disagreements, significance, rankings, studies."""
