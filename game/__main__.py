"""Starts the command line: ``python -m game``."""

from game.commands import main

if __name__ == "__main__":
    main()
