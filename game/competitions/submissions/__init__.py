"""Handed-in bots: read, kept by their content, started, measured by their length."""
