"""Runs programs that nobody vouches for so that they can do nothing but read, think and answer.

``contract`` says what a running bot is to the rest; ``probe.choose`` gives the confinement that was seen to hold.
"""
