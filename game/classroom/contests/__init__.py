"""Many games of one class at a time: one against all of it, and tournaments among its students."""
