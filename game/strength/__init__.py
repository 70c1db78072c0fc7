"""The strength laboratory: matches between bots, versions and engines of others that prove which is stronger.

Games of a round share an opening, and everybody plays every seat of it; tests count rounds, not games, since the games
of one hang together. What was found is kept, a line a match, and told on one page.
"""
