"""Several servers as one site: who lives, who carries on what, and how messages find their way among them.

PostgreSQL keeps the servers and the owners, Redis carries the messages. Nothing here knows a game's rules.
"""
