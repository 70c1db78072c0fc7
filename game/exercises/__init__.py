"""Searches that students write: run in the sandbox, watched call by call, and held against what is right."""
