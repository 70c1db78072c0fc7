"""Starts a Python bot whose functions Numba has compiled when it was handed in.

``start_numba.py FILE...`` runs a program with the compiled functions at hand, which Numba keeps only in a folder that
it may write. ``start_numba.py --build FILE hosted|alone`` loads the file as it will be loaded, so that they are made.
It needs the standard library alone until the bot's own file is run.
"""

import importlib.machinery
import os
import runpy
import shutil
import sys
import traceback

_KEPT, _OWN = "/bot/.built/numba", "/tmp/numba"


class _Unread:
    """Finds what is installed and may not be read, and says that it is not there: others ask for it and do without."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """Raise ``ModuleNotFoundError``, or leave it to the next finder."""
        spec = importlib.machinery.PathFinder.find_spec(name, path) if path is None else None
        if spec is not None and spec.has_location and os.path.isfile(spec.origin):
            try:
                open(spec.origin, "rb").close()
            except OSError:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name) from None


def main(words):
    """Run a bot, or build one."""
    sys.meta_path.insert(0, _Unread)
    if words[0] != "--build":
        _offer_kept()
        _run(words)
        return
    os.environ["NUMBA_CACHE_DIR"] = os.path.abspath(".built/numba")
    os.makedirs(".built/numba")
    os.chdir("/bot")
    with open(words[1], "rb") as file:
        compile(file.read(), words[1], "exec", dont_inherit=True)  # what is no Python is refused; nothing else is
    try:
        _hosted(words[1]) if words[2] == "hosted" else _run(words[1:2])
    except BaseException:  # its first games will show what a bot is worth
        traceback.print_exc()


def _offer_kept():
    """Let Numba find what it compiled when the bot was handed in."""
    try:
        os.makedirs(_OWN)
    except OSError:  # there is no temporary space: everything is compiled anew
        from numba.core.dispatcher import Dispatcher

        Dispatcher.enable_caching = lambda self: None
        return
    os.environ["NUMBA_CACHE_DIR"] = _OWN
    for folder, _, names in os.walk(_KEPT):
        own = folder.replace(_KEPT, _OWN)
        os.makedirs(own, exist_ok=True)
        for name in names:
            shutil.copyfile(os.path.join(folder, name), os.path.join(own, name))


def _run(words):
    """A program as ``python FILE`` runs it."""
    sys.argv = words
    sys.path.insert(0, os.path.dirname(os.path.abspath(words[0])))
    runpy.run_path(os.path.abspath(words[0]), run_name="__main__")


def _hosted(name):
    """A file as the project's runner loads it."""
    import importlib.util

    sys.path.insert(0, "/bot")
    module = os.path.splitext(os.path.basename(name))[0]
    spec = importlib.util.spec_from_file_location(module, name)
    made = importlib.util.module_from_spec(spec)
    sys.modules[module] = made
    spec.loader.exec_module(made)


if __name__ == "__main__":
    main(sys.argv[1:])
