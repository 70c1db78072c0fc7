"""Libraries of played games."""
