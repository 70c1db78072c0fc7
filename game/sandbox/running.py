"""One running bot: its pipes, its pause, what it uses, and its end. Every confinement starts its bots as these."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from plyground.sandbox import groups, metering, starting
from plyground.sandbox.contract import MEGABYTE, Bounds, Ending, NotStarted
from plyground.sandbox.plan import Plan
from plyground.sandbox.surroundings import LAUNCHER, PYTHON
from plyground.sandbox.warden import warden

START_SECONDS = 20.0
"""A start that takes longer is a fault of the server's."""
STOP_SECONDS = 0.1
"""A bot that runs on for so much of the processor after it was to stop has failed."""
_MOST_STOP_SECONDS = 10.0
_LOOK_SECONDS = 0.0002
MOST_FILES = 2000
"""How many files and folders may lie in the temporary space; each costs the kernel memory that no limit counts."""
_LAST_WORDS = (b"MemoryError", b"bad_alloc", b"out of memory", b"Out of memory")
_SLACK = 32 * MEGABYTE
_FACT_BYTES = 16_384
"""More than any file of the kernel's about a process that is read here."""


class Running:
    """A started bot. ``stdin`` and ``stdout`` are non-blocking file descriptors for ``os.write`` and ``os.read``.

    They stay open until ``kill``, which must be called in the end, whatever happened; it may be called again.
    """

    def __init__(self, plan: Plan) -> None:
        """Start it and wait until its program runs; raises ``NotStarted``."""
        self._plan, self._bounds = plan, plan.bounds
        self._lock, self._ended = threading.RLock(), False
        self._ending: Ending | None = None
        self._fault: dict[str, bool] = {}
        self._errors, self._error_bytes = bytearray(), 0
        self._paused, self._peak = False, 0
        self._reader: int | None = None
        self._group: groups.Group | None = None
        self._meter: metering.Meter | None = None
        self.pid = self.first = self._first = self._main = self._facts = -1
        theirs: list[int] = []
        ours: list[int] = []

        def pipe(read: bool) -> int:
            """A pipe whose end for us is kept; returns the other."""
            ends = os.pipe2(os.O_CLOEXEC)
            ours.append(ends[0] if read else ends[1])
            theirs.append(ends[1] if read else ends[0])
            return theirs[-1]

        def hand(content: bytes) -> int:
            """A descriptor from which a child reads these bytes."""
            made = os.memfd_create("orders", os.MFD_CLOEXEC)
            os.write(made, content)
            os.lseek(made, 0, os.SEEK_SET)
            theirs.append(made)
            return made

        try:
            stdin, stdout, stderr, status, told = pipe(False), pipe(True), pipe(True), pipe(True), pipe(True)
            self._stdin, self._stdout, self._stderr, hears, info = ours
            processes = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
            theirs.append(processes)
            words = [PYTHON, "-I", "-S", str(LAUNCHER), str(hand(plan.written(stdout, processes))), str(status)]
            self._process = starting.popen(
                plan.wrap(words, hand, told),
                stdin=stdin,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                pass_fds=[stdout, *theirs[3:]],
                cwd=plan.folder,
                env={},
                start_new_session=True,
            )
        except BaseException as error:
            for descriptor in ours:
                os.close(descriptor)
            plan.leave()
            if isinstance(error, OSError):
                raise NotStarted(f"{error}") from error
            raise
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        for descriptor in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(descriptor, False)
        try:
            self._wait_until_ready(hears, info)
            self._join_group()
        except BaseException:
            self.kill()
            raise
        finally:
            os.close(hears)
            os.close(info)
        self._reader = self._stderr
        warden.watch(self._stderr, self.read_errors, self.sample)

    def _wait_until_ready(self, status: int, info: int) -> None:
        """Wait for the launcher's word and its end, then find the processes."""
        deadline = time.monotonic() + START_SECONDS
        said = _read_all(status, deadline)
        if said != b"ready":
            self._process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(2)
            self.read_errors()
            words = bytes(self._errors).decode(errors="replace").strip().splitlines()
            raise NotStarted(words[-1] if words else "The sandbox did not start.")
        try:
            first = int(json.loads(_read_all(info, deadline))["child-pid"]) if self._plan.told else self._process.pid
            self.first, self._first = first, os.pidfd_open(first)
            self.pid = first if self._plan.first else metering.child(first)
            self._main = os.pidfd_open(self.pid)
            self._facts = os.open(f"/proc/{self.pid}", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
            self._meter = metering.Meter(self.pid)
        except (OSError, ValueError, LookupError):
            try:
                self._process.wait(2)  # the program was over before it was found
            except subprocess.TimeoutExpired:
                raise NotStarted("The bot's process was not found.") from None

    @property
    def stdin(self) -> int:
        """Where the bot reads from; a write raises ``BlockingIOError`` when it is full, ``BrokenPipeError`` after."""
        return self._stdin

    @property
    def stdout(self) -> int:
        """What the bot writes; for ``select.poll`` and ``os.read``, which gives no bytes at the end."""
        return self._stdout

    def errors(self) -> bytes:
        """The last part of its standard error so far; it is read all along, so a bot never waits for it.

        What it wrote before anything that has come from it otherwise is in it.
        """
        self.read_errors()
        with self._lock:
            return bytes(self._errors)

    def pause(self) -> bool:
        """Stop all of it, threads included, until ``resume``: a bot that is not to move uses no processor.

        Comes back when every thread stands, or when the bot ran on for more than ``STOP_SECONDS`` of the processor;
        whether it stands. What it still waits for a core, which it needs to be stopped, it has not run.
        """
        self._paused = True
        with self._lock:
            group = self._group
            if group is not None:
                group.freeze()
        if group is None:
            self._signal(signal.SIGSTOP)
        if self._stands(group):
            return True
        begun, before = time.monotonic(), self.usage()
        again = begun + STOP_SECONDS
        while not self._stands(group):
            now = time.monotonic()
            if now - begun < _LOOK_SECONDS:
                os.sched_yield()
            else:
                time.sleep(_LOOK_SECONDS)
            if now < again:
                continue
            after, again = self.usage(), now + STOP_SECONDS
            if before is None or after is None or self._process.poll() is not None:
                return True  # it has ended
            if after.processor - before.processor > STOP_SECONDS or now - begun > _MOST_STOP_SECONDS:
                return False
        return True

    def _stands(self, group: groups.Group | None) -> bool:
        """Whether every thread stands."""
        return metering.standing(self.pid) if group is None else group.frozen

    def resume(self) -> None:
        """Let it go on."""
        self._paused = False
        with self._lock:
            if self._group is not None:
                self._group.thaw()
                return
        self._signal(signal.SIGCONT)

    @property
    def freezes(self) -> bool:
        """Whether it is stopped by a control group, and not by a signal."""
        return self._group is not None

    def usage(self) -> metering.Usage | None:
        """What its process has used; None once it is gone."""
        return self._meter.usage() if self._meter is not None else None

    @property
    def held(self) -> int:
        """The bytes of memory that count against ``Bounds.memory_bytes`` now; 0 once it is gone."""
        return self._meter.held if self._meter is not None else 0

    @property
    def complained(self) -> int:
        """The bytes that it has written to its standard error so far."""
        return self._error_bytes

    def _join_group(self) -> None:
        """Be frozen by a control group where there can be one. What builds bots, or is not confined, starts others."""
        if not self._plan.confined or self._plan.building or self._main < 0:
            return
        made = groups.group()
        if made is None:
            return
        try:
            made.take(self.pid)
        except OSError:
            made.remove()
        else:
            self._group = made

    def _signal(self, number: int) -> None:
        with self._lock:
            if self._main < 0:
                return
            with contextlib.suppress(ProcessLookupError):
                if self._plan.confined:
                    signal.pidfd_send_signal(self._main, number)
                else:
                    os.killpg(self.pid, number)  # what nothing keeps from starting others has others

    def poll(self) -> Ending | None:
        """How it ended, or None while it runs."""
        if self._ending is None and self._process.poll() is not None:
            self._conclude(False)
        return self._ending

    def kill(self) -> Ending:
        """End it if it runs, wait until nothing of it is left, and close its pipes."""
        by_us = self._process.poll() is None
        self._end_processes()
        with self._lock:
            if self._reader is not None:
                warden.forget(self._reader)
                self._reader = None
                self._read_all_errors()
        ending = self._conclude(by_us)
        with self._lock:
            if not self._ended:
                self._ended = True
                for descriptor in (self._stdin, self._stdout, self._stderr, self._first, self._main, self._facts):
                    if descriptor >= 0:
                        os.close(descriptor)
                self._first = self._main = self._facts = -1
                if self._meter is not None:
                    self._meter.close()
                    self._meter = None
                if self._group is not None:
                    self._group.remove()
                    self._group = None
                self._plan.leave()
        return ending

    def _end_processes(self) -> None:
        """Send SIGKILL and wait. The first process of a namespace is gone only when all others of it are."""
        self._signal(signal.SIGKILL)
        with self._lock:
            for process in (self._main, self._first):
                if process >= 0:
                    with contextlib.suppress(ProcessLookupError):
                        signal.pidfd_send_signal(process, signal.SIGKILL)
                    readable(process, START_SECONDS)
        with contextlib.suppress(OSError):
            watched = os.pidfd_open(self._process.pid)  # since ``wait`` with a time limit sleeps in growing steps
            readable(watched, 2.0)
            os.close(watched)
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait(START_SECONDS)

    def _conclude(self, by_us: bool) -> Ending:
        """Make the ending out of the status and of what was seen; once."""
        with self._lock:
            if self._ending is not None:
                return self._ending
            if not self._ended:
                self._read_all_errors()
            code = self._process.returncode
            if self._plan.told and code > 128:
                code = 128 - code
            ending = Ending(None, -code) if code < 0 else Ending(code, None)
            if self._fault:
                ending = replace(ending, **self._fault)
            elif by_us:
                ending = replace(ending, killed=True)
            elif ending.signal == signal.SIGXCPU or (ending.signal == signal.SIGKILL and self._cpu_used_up):
                ending = replace(ending, cpu_exceeded=True)
            elif code != 0 and self._lacked_memory():
                ending = replace(ending, out_of_memory=True)
            self._ending = ending
            return ending

    _cpu_used_up = False

    def _lacked_memory(self) -> bool:
        last = bytes(self._errors).rstrip().rsplit(b"\n", 1)[-1]
        return self._peak >= self._bounds.memory_bytes * 0.95 or any(word in last for word in _LAST_WORDS)

    def read_errors(self) -> bool:
        """Take what there is of its standard error (for the warden); False once there will be no more."""
        with self._lock:
            try:
                got = b"" if self._ended else os.read(self._stderr, 65536)
            except BlockingIOError:
                return self._reader is not None
            self._errors += got
            self._error_bytes += len(got)
            del self._errors[: -self._bounds.error_bytes]
            if self._error_bytes > self._bounds.error_bytes_in_all:
                self._condemn("too_much_output")
                return False
            return bool(got)

    def _read_all_errors(self) -> None:
        while self.read_errors() and self._error_bytes < self._bounds.error_bytes_in_all:
            pass

    def sample(self) -> None:
        """Look at what it uses, and end it if that is too much (for the warden)."""
        if self._paused or not self._plan.confined:
            return
        try:
            text = self._fact("status")
            used = {
                name: int(value.split()[0])
                for name, _, value in (line.partition(":") for line in text.splitlines())
                if name in ("RssAnon", "RssShmem", "VmPTE", "VmData", "Threads")
            }
            self._peak = max(self._peak, used["VmData"] * 1024)
            if (used["RssAnon"] + used["RssShmem"] + used["VmPTE"]) * 1024 > self._bounds.memory_bytes + _SLACK:
                self._condemn("out_of_memory")
            if used["Threads"] > self._bounds.threads + 8:
                self._condemn("too_many_threads")
            if self._plan.scratch is not None:
                with self._lock:
                    space = os.statvfs(f"/proc/self/fd/{self._facts}/root{self._plan.scratch}")
                if space.f_files - space.f_ffree > MOST_FILES:
                    self._condemn("too_many_files")
            ticks = self._fact("stat").rpartition(")")[2].split()[11:13]
            if sum(map(int, ticks)) >= self._bounds.cpu_seconds * os.sysconf("SC_CLK_TCK"):
                self._cpu_used_up = True
        except (OSError, KeyError, ValueError):
            return  # it has just ended

    def _fact(self, name: str) -> str:
        """A file of the kernel's about the bot's process, and never about another that has its number later."""
        with self._lock:
            opened = os.open(name, os.O_RDONLY | os.O_CLOEXEC, dir_fd=self._facts)
        try:
            return os.read(opened, _FACT_BYTES).decode(errors="replace")
        finally:
            os.close(opened)

    def _condemn(self, fault: str) -> None:
        """End it for this fault; whoever polls hears of it."""
        with self._lock:
            if not self._fault and self._process.poll() is None:
                self._fault = {fault: True}
                self._signal(signal.SIGKILL)


class Confinement(Protocol):
    """A way to run a bot so that it can do no harm."""

    @property
    def name(self) -> str:
        """``bubblewrap``, ``landlock``, or ``none``, which confines nothing."""

    def start(self, folder: Path, argv: Sequence[str], bounds: Bounds, image: Sequence[Path] = ()) -> Running:
        """Start ``argv`` in ``folder``, which the bot may read and not write; its environment is empty.

        What ``image`` names (``images.Image.paths``) can be read as well, and its program be started.

        ``argv[0]`` is the path of Python (``surroundings.PYTHON``), of the image's program, or of a file within the
        folder, relative to it, as are all files of the bot that are named: the folder may lie elsewhere inside.
        Python's own folders, the project's runner and the system's libraries can be read, nothing else. Raises
        ``NotStarted`` for a fault of the server's own; a program that cannot be run ends at once (``Ending`` with
        status 126 or 127).
        """


def readable(descriptor: int, seconds: float) -> bool:
    """Wait until there is something to read, or the end, for at most so long."""
    poll = select.poll()  # unlike ``select``, also for descriptors above 1023
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(max(0.0, seconds) * 1000))


def _read_all(descriptor: int, deadline: float) -> bytes:
    """Everything until the other side closes; raises ``NotStarted`` after the deadline."""
    got = b""
    while True:
        if not readable(descriptor, deadline - time.monotonic()):
            raise NotStarted("The sandbox did not start in time.")
        more = os.read(descriptor, 4096)
        if not more:
            return got
        got += more
