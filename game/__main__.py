"""Starts the command line: ``python -m game``."""

from plyground.commands import main

if __name__ == "__main__":
    main()
