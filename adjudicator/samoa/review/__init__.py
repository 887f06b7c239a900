"""What a game of this box left lying. docs/review.md says how its points are counted."""
