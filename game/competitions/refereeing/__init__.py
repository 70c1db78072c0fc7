"""One game between bots: who sits where, what is said, on whose clock, and what the verdict is."""
