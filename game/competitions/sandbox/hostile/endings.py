"""Attempts that would end the script, or change what it may try next, if they came through."""

import os
import sys
import threading
import time

from plyground.competitions.sandbox.hostile.tools import Denied, attempt, called, fact, library, said, some


@attempt
def new_user_namespace() -> None:
    """Become root in a user namespace of its own."""
    some(lambda: called(library.unshare(0x10000000)), lambda: called(library.unshare(0x20000)))


def _execute(path: str, name: str) -> None:
    if os.path.basename(path) == "sh":
        os.execv(path, [path, "-c", f"echo '{said(name, False, 'done')}'"])
    os.execv(path, [path, "-I", "-S", "-c", f"print({said(name, False, 'done')!r})"])


@attempt
def run_shell() -> None:
    """Become a shell."""
    _execute("/bin/sh", "run_shell")


@attempt
def run_other_program() -> None:
    """Become another program that it can read."""
    _execute(sys.executable, "run_other_program")


@attempt
def start_many_threads() -> None:
    """Start four times the threads that it may."""
    done = threading.Event()
    threading.stack_size(64 * 1024)
    made = []
    try:
        for _ in range(4 * fact("threads")):
            thread = threading.Thread(target=done.wait, daemon=True)
            thread.start()
            made.append(thread)
        time.sleep(0.3)  # time enough to be found out
    except RuntimeError as error:
        raise Denied(str(error)) from None
    finally:
        done.set()
        for thread in made:
            thread.join()
