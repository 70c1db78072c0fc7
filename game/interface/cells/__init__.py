"""What notebooks show of positions, searches, matches and checks: outputs that stand alone, one for a cell."""
