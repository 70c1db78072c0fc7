"""Runs the proxies of ``docs/operate``: the very files, on free ports, with a certificate of their own."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tools.benchmarks.browsing import find_program
from tools.benchmarks.serving import ROOT, free_port

FILES = ROOT / "docs" / "operate"
NAME = "games.example"


class Certificate:
    """A certificate for ``NAME`` that signs itself."""

    def __init__(self, folder: Path) -> None:
        self.chain, self.key = folder / "fullchain.pem", folder / "privkey.pem"
        words = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN={NAME}".split()
        _run(
            "openssl",
            *words,
            "-addext",
            f"subjectAltName=DNS:{NAME},IP:127.0.0.1",
            "-keyout",
            self.key,
            "-out",
            self.chain,
        )
        (folder / "both.pem").write_bytes(self.chain.read_bytes() + self.key.read_bytes())

    @property
    def pin(self) -> str:
        """What Chromium wants to hear of the key to trust it (a digest of its public half)."""
        public = _run("openssl", "x509", "-in", self.chain, "-pubkey", "-noout")
        plain = base64.b64decode(re.sub(rb"-----[A-Z ]+-----|\s", b"", public))
        return base64.b64encode(hashlib.sha256(plain).digest()).decode()

    def switches(self) -> tuple[str, str]:
        """Switches of Chromium: trust this certificate, and find ``NAME`` on this machine."""
        return f"--ignore-certificate-errors-spki-list={self.pin}", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"


def adapted(file: str, changes: dict[str, str]) -> str:
    """The text of a file of ``docs/operate`` with some words changed; each must stand in it."""
    text = (FILES / file).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, f"{file} no longer says “{old}”"
        text = text.replace(old, new)
    return text


@contextmanager
def nginx(
    folder: Path,
    backend: int,
    port: int,
    certificate: Certificate,
    plain: int = 0,
    more: Mapping[str, str] | None = None,
    second: int = 0,
) -> Iterator[str]:
    """nginx with our file in front of a server at ``backend`` and perhaps a ``second``, http at ``plain``, and ``more``
    changed in the file.

    Gives the address under which the server is found.
    """
    changes = {
        "listen 80;": f"listen 127.0.0.1:{plain or free_port()};",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "server 127.0.0.1:5000 ": f"server 127.0.0.1:{backend} ",
        **({"#server 127.0.0.1:5001 ": f"server 127.0.0.1:{second} "} if second else {}),
        "/etc/ssl/plyground/fullchain.pem": str(certificate.chain),
        "/etc/ssl/plyground/privkey.pem": str(certificate.key),
        **(more or {}),
    }
    (folder / "plyground.conf").write_text(adapted("nginx.conf", changes))
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.getuid() == 0 else ""  # or its workers could not write into the test's folder
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1; events {{}}\n"
        f"http {{ access_log {folder}/access.log; {temporary} include {folder}/plyground.conf; }}\n"
    )
    words = [
        find_program("nginx", "/usr/sbin/nginx"),
        "-p",
        str(folder),
        "-e",
        f"{folder}/error.log",
        "-c",
        f"{folder}/nginx.conf",
    ]
    _run(*words, "-t")
    with _running(words, port):
        yield f"https://{NAME}:{port}/games-lab"


@contextmanager
def haproxy(
    folder: Path, backend: int, port: int, certificate: Certificate, plain: int = 0, second: int = 0
) -> Iterator[str]:
    """The same with HAProxy."""
    changes = {
        "bind :80": f"bind 127.0.0.1:{plain or free_port()}",
        "bind :443": f"bind 127.0.0.1:{port}",
        "server one 127.0.0.1:5000": f"server one 127.0.0.1:{backend}",
        **({"#server two 127.0.0.1:5001": f"server two 127.0.0.1:{second}"} if second else {}),
        "/etc/ssl/plyground/both.pem": str(certificate.chain.parent / "both.pem"),
    }
    with _haproxy(folder, adapted("haproxy.cfg", changes), port):
        yield f"https://{NAME}:{port}/games-lab"


@contextmanager
def balancer(folder: Path, backends: tuple[int, int], port: int) -> Iterator[str]:
    """The balancer of the composition in front of two servers; gives its address."""
    changes = {
        "bind :5000": f"bind 127.0.0.1:{port}",
        "web-one:5000": f"127.0.0.1:{backends[0]}",
        "web-two:5000": f"127.0.0.1:{backends[1]}",
    }
    with _haproxy(folder, adapted("balancer.cfg", changes), port):
        yield f"http://127.0.0.1:{port}"


@contextmanager
def _haproxy(folder: Path, configuration: str, port: int) -> Iterator[None]:
    (folder / "haproxy.cfg").write_text(configuration)
    words = [find_program("haproxy", "/usr/sbin/haproxy"), "-db", "-f", str(folder / "haproxy.cfg")]
    _run(*words, "-c")
    with _running(words, port):
        yield


@contextmanager
def _running(words: list[str], port: int) -> Iterator[None]:
    process = subprocess.Popen(words)
    try:
        until = time.monotonic() + 30
        while True:
            assert process.poll() is None, "the proxy ended at its start"
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert time.monotonic() < until, "the proxy does not answer"
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(10)


def _run(*words: object) -> bytes:
    done = subprocess.run([str(word) for word in words], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return done.stdout
