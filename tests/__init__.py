"""The tests mirror ``game/``; ``tests/contract`` holds the battery that every game and every bot must pass."""
