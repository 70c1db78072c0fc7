"""The review of a played game: every ply judged by the strongest search, what each move lost, and why."""
