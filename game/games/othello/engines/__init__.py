"""The protocols in which engines play Othello: a module each, found by scanning."""
