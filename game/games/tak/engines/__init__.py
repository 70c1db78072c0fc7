"""The protocols by which engines of others play Tak."""
