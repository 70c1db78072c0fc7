"""Plans that are set as homework: with dates, a list of who does them, and answers that the program checks."""
