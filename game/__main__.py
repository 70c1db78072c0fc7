"""Starts the command line: ``python -m plyground``, in a checkout also ``python -m game``."""

from plyground.commands import main

if __name__ == "__main__":
    main()
