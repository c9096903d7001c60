"""Analysis of scores and judgments: agreement, disagreements, significance, rankings, studies."""
