"""Bots run, pause and end as the contract of sandboxes says, under every confinement."""

from __future__ import annotations

import json
import os
import secrets
import select
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy
import pytest

from plyground.core import folders
from plyground.sandbox import probe, surroundings
from plyground.sandbox.bot_library import folder as bot_library
from plyground.sandbox.contract import MEGABYTE, Bounds, NotStarted
from plyground.sandbox.running import Confinement, Running
from plyground.sandbox.surroundings import PYTHON
from tests.commands.support import ROOT
from tests.competitions import bots
from tests.competitions.bots import ending, running, said
from tests.competitions.playing import built_in, play, upload

ECHO = "import sys\nfor line in sys.stdin:\n    print(line.strip()[::-1], flush=True)\n"
everywhere = pytest.mark.parametrize("confinement", bots.ALL, ids=lambda one: one.name)
where_safe = pytest.mark.parametrize("confinement", bots.SAFE, ids=lambda one: one.name)


def process_of(bot: Running) -> Path:
    """The kernel's folder about a bot's process."""
    assert isinstance(bot, Running)
    return Path(f"/proc/{bot.pid}")


@everywhere
def test_a_bot_reads_and_answers_until_its_input_ends(confinement: Confinement, tmp_path: Path) -> None:
    with running(confinement, tmp_path / "bot", ECHO) as bot:
        os.write(bot.stdin, b"camel\n")
        assert said(bot) == b"lemac\n"
        assert bot.poll() is None
        process = process_of(bot)
    assert not process.exists()
    assert bot.kill().killed


@everywhere
def test_a_bot_that_ends_by_itself_is_not_called_killed(confinement: Confinement, tmp_path: Path) -> None:
    with running(confinement, tmp_path / "bot", "import sys\nprint('a trace', file=sys.stderr)\nsys.exit(3)") as bot:
        over = ending(bot)
        assert (over.exit_code, over.signal, over.killed) == (3, None, False)
        assert over.sentence == "It ended with status 3."
        assert bot.errors() == b"a trace\n"
        assert bot.kill() == over


@everywhere
def test_a_crash_is_named_by_its_signal(confinement: Confinement, tmp_path: Path) -> None:
    with running(confinement, tmp_path / "bot", "import ctypes\nctypes.string_at(0)") as bot:
        assert ending(bot).sentence == "It was ended by the signal SIGSEGV (or aborted)."


@everywhere
def test_a_program_that_is_not_there_ends_at_once(confinement: Confinement, tmp_path: Path) -> None:
    bot = confinement.start(tmp_path, ["./nothing"], Bounds())
    try:
        assert ending(bot).exit_code == 127
        assert b"./nothing cannot be run" in bot.errors()
    finally:
        bot.kill()


@everywhere
def test_a_fault_of_the_servers_own_is_told_apart(confinement: Confinement, tmp_path: Path) -> None:
    with pytest.raises(NotStarted):
        confinement.start(tmp_path / "nowhere", ["./bot"], Bounds())


def test_a_folder_that_is_closed_to_others_can_be_run_and_nothing_of_it_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, temporary = tmp_path / "bot", tmp_path / "temporary"
    for path in (folder, temporary):
        path.mkdir()
        path.chmod(0o700)
    temporary.chmod(0o711)
    tmp_path.chmod(0o711)
    (folder / "bot.py").write_text(ECHO)
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    bot = bots.SAFE[0].start(folder, [PYTHON, "bot.py"], Bounds())
    os.write(bot.stdin, b"abc\n")
    assert said(bot) == b"cba\n"
    bot.kill()
    assert list(temporary.iterdir()) == []


@everywhere
def test_an_executable_of_the_folder_runs(confinement: Confinement, tmp_path: Path) -> None:
    (tmp_path / "bot").write_bytes(Path("/bin/cat").read_bytes())
    for path in (tmp_path, tmp_path / "bot"):
        path.chmod(0o755)
    bot = confinement.start(tmp_path, ["./bot"], Bounds())
    try:
        os.write(bot.stdin, b"a line\n")
        assert said(bot) == b"a line\n"
    finally:
        bot.kill()


@everywhere
def test_a_paused_bot_uses_no_processor_with_any_thread(confinement: Confinement, tmp_path: Path) -> None:
    source = (
        "import threading\nthreading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()\nprint(1, flush=True)"
    )
    with running(confinement, tmp_path / "bot", source) as bot:
        said(bot)
        assert bot.pause()
        used = bot.usage()
        assert used is not None
        assert len(used.threads) == 2
        select.select([], [], [], 0.1)
        later = bot.usage()
        assert later is not None
        assert later.processor - used.processor <= 0.005
        bot.resume()
        while (now := bot.usage()) is not None and now.processor <= later.processor:
            select.select([], [], [], 0.01)
        assert bot.pause()
        assert bot.kill().killed


@where_safe
def test_installed_packages_are_not_there_whatever_the_path_says(confinement: Confinement, tmp_path: Path) -> None:
    folders = [str(folder) for folder in surroundings.package_folders()]
    assert os.path.realpath(Path(numpy.__file__).parents[1]) in folders
    source = f"""
import sys
sys.path += {folders!r}
for name in ("numpy", "numba", "flask", "pip"):
    try:
        found = __import__(name)
    except (ImportError, PermissionError):  # Landlock leaves their names to be seen
        continue
    if found.__file__ is not None:  # a name without files is an empty package
        print(name, end=" ")
for name in ("json", "sqlite3", "ssl", "ctypes", "decimal", "concurrent.futures"):
    __import__(name)
print("done", flush=True)
"""
    with running(confinement, tmp_path / "bot", source) as bot:
        assert said(bot) == b"done\n", bot.errors()


LOOKING = """
import json, os, sys, sysconfig
seen = [sys.executable, sys._base_executable, sys.prefix, sys.base_prefix, sys.exec_prefix, *sys.path, *sys.argv]
seen += [__file__, os.__file__, os.getcwd(), *os.environ.values(), *sysconfig.get_paths().values()]
for folder, names, files in os.walk("/"):
    names[:] = [name for name in names if folder != "/" or name not in ("usr", "lib", "lib32", "lib64", "libx32")]
    names[:] = [name for name in names if folder.count("/") < 2]
    seen += [os.path.join(folder, name) for name in names + files]
for path in ("/proc/self/maps", "/proc/self/mountinfo", "/proc/self/cmdline", "/proc/self/exe", "/proc/1/environ"):
    try:
        seen.append(open(path, errors="replace").read())
    except OSError:
        pass
print(json.dumps(seen), file=sys.stderr, flush=True)
"""


@pytest.mark.parametrize("hosted", [True, False], ids=["by the runner", "by itself"])
def test_a_bot_sees_nothing_of_where_the_server_lies(tmp_path: Path, hosted: bool) -> None:
    given = upload(tmp_path / "bot", LOOKING) | {"command": None if hosted else ["python", "bot.py"]}
    record = play(given, built_in(), confinement=bots.SAFE[0].name)
    seen = json.loads(next(line for line in record["logs"][0].splitlines() if line.startswith("[")))
    own = {folders.HOME, folders.data(), bot_library.folder(), Path.home(), tmp_path, Path(sys.prefix), Path(PYTHON)}
    own |= {Path(sys.base_prefix)} - {Path("/usr"), Path("/usr/local")}
    told = [text for text in seen for place in own - {Path("/")} if str(place) in text]
    assert told == []
    assert any(text == "/bot/bot.py" for text in seen)


@where_safe
def test_memory_beyond_the_bound_ends_a_bot(confinement: Confinement, tmp_path: Path) -> None:
    bounds = Bounds(memory_bytes=128 * MEGABYTE)
    with running(confinement, tmp_path / "bot", "x = []\nwhile True: x.append(bytes(1 << 20))", bounds) as bot:
        over = ending(bot)
        assert over.out_of_memory
        assert over.sentence == "It used more memory than it may."


@where_safe
def test_memory_that_the_kernel_does_not_count_ends_a_bot(confinement: Confinement, tmp_path: Path) -> None:
    source = "import mmap\nx = mmap.mmap(-1, 600 << 20)\nfor i in range(0, len(x), 4096): x[i] = 1\nprint(1)"
    with running(confinement, tmp_path / "bot", source, Bounds(memory_bytes=128 * MEGABYTE)) as bot:
        assert said(bot) == b""
        assert ending(bot).out_of_memory


@where_safe
def test_memory_that_is_made_read_only_once_filled_still_counts(confinement: Confinement, tmp_path: Path) -> None:
    source = """import ctypes, mmap
kept, size = [], 16 << 20
for _ in range(60):
    part = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for place in range(0, size, 4096): part[place] = 1
    ctypes.CDLL(None).mprotect(ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(part))), size, 1)
    kept.append(part)
print(1)"""
    with running(confinement, tmp_path / "bot", source, Bounds(memory_bytes=128 * MEGABYTE)) as bot:
        assert said(bot) == b""
        assert ending(bot).out_of_memory


@everywhere
def test_a_bot_outlives_the_thread_that_asked_for_it(confinement: Confinement, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(ECHO)
    tmp_path.chmod(0o755)
    made: list[Running] = []
    thread = threading.Thread(target=lambda: made.append(confinement.start(tmp_path, [PYTHON, "bot.py"], Bounds())))
    thread.start()
    thread.join()
    try:
        for word in (b"camel", b"tak"):
            os.write(made[0].stdin, word + b"\n")
            assert said(made[0]) == word[::-1] + b"\n"
    finally:
        made[0].kill()


@everywhere
def test_a_bot_stays_on_the_processors_of_the_thread_that_asked_for_it(
    confinement: Confinement, tmp_path: Path
) -> None:
    before = os.sched_getaffinity(0)
    try:
        for core in sorted(before)[:2]:
            os.sched_setaffinity(0, {core})
            source = "import os\nprint(os.sched_getaffinity(0), flush=True)\ninput()"
            with running(confinement, tmp_path / "bot", source) as bot:
                assert said(bot) == f"{{{core}}}\n".encode()
    finally:
        os.sched_setaffinity(0, before)


@everywhere
def test_no_bot_outlives_a_killed_server(confinement: Confinement, tmp_path: Path) -> None:
    token = secrets.token_hex(8)
    source = f"""
import sys, time
from pathlib import Path
from plyground.sandbox.contract import Bounds
from plyground.sandbox.confinements import confinement
folder = Path({str(tmp_path)!r})
(folder / "bot.py").write_text("while True: pass")
folder.chmod(0o755)
bot = confinement({confinement.name!r}).start(folder, [sys.executable, "-I", "bot.py", {token!r}], Bounds())
print("started", flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", source], cwd=ROOT, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"started\n"
        assert probe.survivors(token)
        server.kill()
    deadline = time.monotonic() + bots.PATIENCE
    while probe.survivors(token) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert probe.survivors(token) == []


@where_safe
def test_processor_time_beyond_the_bound_ends_a_bot(confinement: Confinement, tmp_path: Path) -> None:
    with running(confinement, tmp_path / "bot", "while True: pass", Bounds(cpu_seconds=1)) as bot:
        assert ending(bot).cpu_exceeded


@everywhere
def test_a_flood_of_errors_ends_a_bot_and_its_last_part_is_kept(confinement: Confinement, tmp_path: Path) -> None:
    source = "import os\nwhile True: os.write(2, b'error ' * 1000)"
    bounds = Bounds(error_bytes=1000, error_bytes_in_all=MEGABYTE)
    with running(confinement, tmp_path / "bot", source, bounds) as bot:
        assert ending(bot).too_much_output
        assert len(bot.errors()) == 1000


@everywhere
def test_errors_are_read_all_along_so_that_nobody_waits(confinement: Confinement, tmp_path: Path) -> None:
    with running(confinement, tmp_path / "bot", "import sys\nsys.stderr.write('x' * 500_000)\nprint('done')") as bot:
        assert said(bot) == b"done\n"


@where_safe
def test_a_flood_of_output_waits_for_its_reader(confinement: Confinement, tmp_path: Path) -> None:
    with running(confinement, tmp_path / "bot", "import os\nwhile True: os.write(1, b'x' * 65536)") as bot:
        select.select([bot.stdout], [], [], bots.PATIENCE)
        assert len(os.read(bot.stdout, 4096)) == 4096
        assert bot.poll() is None
        assert bot.kill().killed


def test_the_temporary_space_is_small_and_ones_own(tmp_path: Path) -> None:
    name = f"/tmp/{secrets.token_hex(8)}"
    source = f"""
open('{name}', 'wb').write(bytes(1 << 20))
print('one', flush=True)
open('{name}-more', 'wb').write(bytes(5 << 20))
"""
    with running(bots.SAFE[0], tmp_path / "bot", source, Bounds(scratch_bytes=4 * MEGABYTE)) as bot:
        assert said(bot) == b"one\n"
        assert ending(bot).exit_code == 1
        assert b"No space left" in bot.errors() or b"File too large" in bot.errors()
    assert not Path(name).exists()


def test_a_flood_of_files_ends_a_bot(tmp_path: Path) -> None:
    source = "for i in range(10**7): open(f'/tmp/{i}', 'w').close()"
    with running(bots.SAFE[0], tmp_path / "bot", source) as bot:
        assert ending(bot).too_many_files


@where_safe
def test_threads_are_allowed_and_bounded(confinement: Confinement, tmp_path: Path) -> None:
    source = """import threading, time
for made in range(1000):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    if made == 10: print('ten', flush=True)
    if made > 50: time.sleep(0.1)
"""
    with running(confinement, tmp_path / "bot", source, Bounds(threads=16)) as bot:
        assert said(bot) == b"ten\n"
        over = ending(bot)
        assert over.too_many_threads or b"can't start new thread" in bot.errors()
