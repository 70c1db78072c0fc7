"""A bot that tries to do harm, to see that it cannot."""
