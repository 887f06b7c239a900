"""What a game of this box left lying: a file for each place on the table where it may lie.

Nothing here judges: an entry that is said to have been possible was judged by ``judging`` on a
copy of the table. docs/review.md says of each kind how its points are counted.
"""
