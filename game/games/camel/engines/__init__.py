"""The protocols of Quoridor, in which engines of others play Crazy Camel."""
