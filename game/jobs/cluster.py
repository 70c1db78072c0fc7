"""Places for workers on a dask cluster: one on each of its workers, reached over dask's own connections.

A dask worker starts our worker program beside itself and passes its lines on, so a request costs two messages and no
scheduling; the scheduler only tells which workers there are. A dask worker that ends takes its place with it, one that
comes brings a new one, and a scheduler that was lost is looked for until it is back.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import queue
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import dask
from distributed import Client, Status
from distributed.comm import Comm
from distributed.comm.addressing import parse_host_port
from distributed.core import connect

from plyground.core import folders
from plyground.core.refusals import NoCluster
from plyground.jobs.process import COMMAND, Ended, Heard, Start, encoded

log = logging.getLogger(__name__)

_OPERATION = "plyground-worker"
_CONNECT_SECONDS, _LOOK_SECONDS, _CHUNK = 5, 1.0, 1 << 18
_CONFIGURATION = {
    "distributed.comm.timeouts.connect": "10s",
    "distributed.client.scheduler-info-interval": "1s",
}


class Cluster:
    """Follows the scheduler at an address. ``command`` starts a worker there, with the Python of the dask worker as its
    first word in place of this one's."""

    def __init__(self, scheduler: str, command: Sequence[str] = COMMAND) -> None:
        self._scheduler, self._command = scheduler, tuple(command)
        self._client: Client | None = None
        self._closing = threading.Event()
        self._threads: dict[str, int] = {}
        self._watcher: threading.Thread | None = None
        dask.config.set(_CONFIGURATION)
        logging.getLogger("distributed").setLevel(logging.CRITICAL)

    def insist(self) -> int:
        """How many dask workers there are; raises ``NoCluster`` if none is reached or one has several threads."""
        self._look()
        if self._client is None:
            raise NoCluster(f"No scheduler of a cluster answers at {self._scheduler[:100]}.")
        threads = self._threads.values()
        if not threads or max(threads) > 1:
            self._leave()
        if not threads:
            raise NoCluster("The cluster has no workers yet; start some: python -m dask worker ADDRESS --nthreads 1.")
        if max(threads) > 1:
            raise NoCluster("A worker runs several threads; start them with --nthreads 1: one game per core.")
        return len(threads)

    def places(self) -> dict[str, Start]:
        """A place on each dask worker that was there at the last look."""
        return {address: partial(self._start, address) for address in self._threads}

    def follow(self, changed: Callable[[Mapping[str, Start]], None]) -> None:
        """From now on look again every second, and tell of the places there are."""
        self._watcher = threading.Thread(target=self._watch, args=(changed,), name="cluster", daemon=True)
        self._watcher.start()

    def close(self) -> None:
        """Leave the cluster; its dask workers go on."""
        self._closing.set()
        if self._watcher is not None:
            self._watcher.join()
        self._leave()

    def _watch(self, changed: Callable[[Mapping[str, Start]], None]) -> None:
        while not self._closing.wait(_LOOK_SECONDS):
            self._look()
            changed(self.places())

    def _look(self) -> None:
        """Ask the scheduler which workers it has; one that does not answer has none."""
        try:
            if self._client is None:
                parse_host_port(self._scheduler.split("://", 1)[-1])
                self._client = Client(self._scheduler, timeout=_CONNECT_SECONDS, set_as_default=False)
            self._threads = self._client.sync(self._client.scheduler.ncores, callback_timeout=_CONNECT_SECONDS)
        except Exception as error:  # whatever it is, it is tried again
            if self._threads:
                log.warning("The cluster at %s does not answer (%s).", self._scheduler, error)
            self._threads = {}
            self._leave()

    def _leave(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            with contextlib.suppress(Exception):
                client.close(timeout=2)

    def _start(self, address: str, heard: Heard, ended: Ended) -> RemoteProcess:
        client = self._client
        if client is None:
            raise OSError("the cluster is away")
        return RemoteProcess(client, address, self._command[1:], heard, ended)


class RemoteProcess:
    """A worker that a dask worker started; see ``process.Process``."""

    pid = 0

    def __init__(self, client: Client, address: str, arguments: Sequence[str], heard: Heard, ended: Ended) -> None:
        """Start it; raises ``OSError``."""
        self._heard, self._ended = heard, ended
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._loop = client.loop.asyncio_loop
        self._thread = threading.Thread(target=self._listen, name=f"worker at {address}", daemon=True)
        try:
            client.run(_offer, workers=[address], on_error="raise")
            self._comm: Comm = client.sync(self._open, client, address, list(arguments), callback_timeout=30)
        except Exception as error:  # dask raises errors of many kinds, and those of the other side too
            raise OSError(f"at {address}: {error}") from error

    async def _open(self, client: Client, address: str, arguments: list[str]) -> Comm:
        comm = await connect(address, timeout=_CONNECT_SECONDS, **client.connection_args)
        await comm.write({"op": _OPERATION, "arguments": arguments, "reply": False})
        return comm

    def listen(self) -> None:
        """Begin to hear."""
        self._thread.start()
        self._loop.call_soon_threadsafe(self._begin)

    def send(self, message: dict[str, Any]) -> None:
        """Send one line; it is lost if the connection is."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._outbox.put_nowait, encoded(message))

    def kill(self) -> None:
        """End it at once: the dask worker kills it when the connection ends."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._comm.abort)

    close = kill

    def _begin(self) -> None:
        self._tasks = [self._loop.create_task(self._read()), self._loop.create_task(self._write())]

    async def _read(self) -> None:
        try:
            while True:
                self._lines.put(await self._comm.read())
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._tasks[1].cancel()
            self._lines.put(None)

    async def _write(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                await self._comm.write(await self._outbox.get())

    def _listen(self) -> None:
        """In a thread of its own, since listeners may wait for the disk."""
        rest = b""
        while (chunk := self._lines.get()) is not None:
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._heard(json.loads(line))
        self._ended()


def _offer(dask_worker: Any) -> None:
    """In a dask worker: let it start workers from now on."""
    dask_worker.handlers[_OPERATION] = _serve


async def _serve(comm: Comm, arguments: list[str]) -> Status:
    """In a dask worker: start a worker, and pass lines on until one of the two sides ends."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=folders.PACKAGE.parent, env=os.environ,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    assert process.stdin is not None
    passing = asyncio.ensure_future(_pass_on(process, comm))
    try:
        while True:
            process.stdin.write(await comm.read())
            await process.stdin.drain()
    except OSError:
        pass
    finally:
        passing.cancel()
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    return Status.dont_reply


async def _pass_on(process: asyncio.subprocess.Process, comm: Comm) -> None:
    assert process.stdout is not None
    with contextlib.suppress(OSError):
        while chunk := await process.stdout.read(_CHUNK):
            await comm.write(chunk)
    await comm.close()
