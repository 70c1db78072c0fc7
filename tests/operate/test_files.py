"""The files of ``docs/operate`` do what they say, each run as far as a plain machine can."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest
import requests
import websocket
import yaml  # type: ignore[import-untyped]

from plyground.core.settings import declared
from tests.operate.proxies import FILES, NAME, Certificate, haproxy, nginx
from tests.soaking import more
from tests.web.test_addresses import links
from tools.benchmarks.browsing import find_program
from tools.benchmarks.serving import ROOT, Server, free_port

SETTINGS = {name for name, _default, _help in declared()} | {"PLYGROUND_CACHE", "PLYGROUND_DATA"}

# Proxies


class Behind:
    """A server behind a proxy, asked by its number as no browser would, but with the name that it has."""

    def __init__(self, url: str, certificate: Certificate, plain: int = 0) -> None:
        self.url, self.chain, self.plain = url, str(certificate.chain), plain
        self.port = int(url.split(":")[2].split("/")[0])
        self.origin = f"https://{NAME}:{self.port}"

    def ask(self, method: str, path: str, **given: Any) -> requests.Response:
        """Ask for a path below the public one."""
        headers = {"Host": f"{NAME}:{self.port}", **given.pop("headers", {})}
        address = f"https://127.0.0.1:{self.port}/games-lab{path}"
        return requests.request(
            method, address, headers=headers, verify=self.chain, timeout=30, allow_redirects=False, **given
        )

    def socket(self, origin: str) -> websocket.WebSocket:
        """Open a websocket as a page of this origin would."""
        return websocket.create_connection(
            f"wss://127.0.0.1:{self.port}/games-lab/socket.io/?EIO=4&transport=websocket",
            host=f"{NAME}:{self.port}",
            origin=origin,
            timeout=30,
            sslopt={"context": ssl.create_default_context(cafile=self.chain)},
        )


@pytest.fixture(scope="module", params=[nginx, haproxy], ids=["nginx", "haproxy"])
def behind(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Behind, Certificate]]:
    """A server behind each proxy, at which one visitor makes five games a minute."""
    start: Callable[..., AbstractContextManager[str]] = request.param
    folder, port, plain = tmp_path_factory.mktemp("proxied"), free_port(), free_port()
    certificate = Certificate(folder)
    place = {"PLYGROUND_ADDRESS": f"https://{NAME}:{port}/games-lab", "PLYGROUND_PROXIES": "127.0.0.1"}
    server = Server(folder, PLYGROUND_GAMES_PER_MINUTE="5", **place)
    try:
        with start(folder, server.start().port, port, certificate, plain) as url:
            yield Behind(url, certificate, plain), certificate
    finally:
        server.stop()


@pytest.mark.soak
def test_a_proxy_gives_pages_and_their_files(behind: tuple[Behind, Certificate]) -> None:
    here, _ = behind
    page = here.ask("GET", "/")
    assert page.status_code == 200
    assert not re.search(r"\d", page.headers.get("Server", ""))
    assert "max-age=" in page.headers["Strict-Transport-Security"]
    assert "Secure" in page.headers["Set-Cookie"]
    found = links(page.text)
    assert all(each.startswith(("/games-lab/", "#")) for each in found.assets | found.anchors)
    for address in [*found.assets, *sorted(found.anchors)[:: more(4, 1)]]:
        if address.startswith("/games-lab/"):
            way_back = 302 if address.startswith("/games-lab/language/") else 200
            assert here.ask("GET", address.removeprefix("/games-lab")).status_code == way_back, address
    short = here.ask("GET", "")
    assert short.status_code == 301
    assert short.headers["Location"].endswith("/games-lab/")
    assert here.ask("GET", "/api/address").json() == {"base": here.url}


def test_who_comes_by_http_is_sent_to_https(behind: tuple[Behind, Certificate]) -> None:
    here, _ = behind
    asked = requests.get(
        f"http://127.0.0.1:{here.plain}/games-lab/lab", headers={"Host": NAME}, timeout=30, allow_redirects=False
    )
    assert (asked.status_code, asked.headers["Location"]) == (301, f"https://{NAME}/games-lab/lab")


def test_a_proxy_may_take_the_path_off_and_say_so(tmp_path: Path) -> None:
    certificate, port = Certificate(tmp_path), free_port()
    server = Server(tmp_path, PLYGROUND_PROXIES="127.0.0.1", PLYGROUND_HOSTS=NAME)
    changes = {
        "proxy_pass http://plyground;": "proxy_pass http://plyground/;",
        'X-Forwarded-Prefix "";': "X-Forwarded-Prefix /games-lab;",
    }
    try:
        with nginx(tmp_path, server.start().port, port, certificate, more=changes) as url:
            here = Behind(url, certificate)
            found = links(here.ask("GET", "/lab").text)
            assert found.assets
            assert all(each.startswith(("/games-lab/", "#")) for each in found.assets | found.anchors)
            assert here.ask("GET", "/api/address").json() == {"base": url}
            line = here.socket(here.origin)
            assert str(line.recv()).startswith("0{")
            line.close()
    finally:
        server.stop()


def test_a_proxy_lets_sockets_through_and_foreign_pages_not(behind: tuple[Behind, Certificate]) -> None:
    here, _ = behind
    line = here.socket(here.origin)
    assert str(line.recv()).startswith("0{")
    line.close()
    for origin in ("https://evil.example", here.origin.replace("https:", "http:"), "null"):
        with pytest.raises(websocket.WebSocketBadStatusException):
            here.socket(origin)


def test_nobody_chooses_an_address_by_a_header(behind: tuple[Behind, Certificate]) -> None:
    here, _ = behind
    made = [
        here.ask(
            "POST", "/games", json={"game": "othello"},
            headers={
                "X-Forwarded-For": f"203.0.113.{number}", "Forwarded": f"for=203.0.113.{number}",
                "X-Forwarded-Host": "evil.example", "X-Forwarded-Prefix": "/evil",
            },
        )
        for number in range(6)
    ]  # fmt: skip
    assert [answer.status_code for answer in made] == [201] * 5 + [429]
    assert made[0].headers["Location"].startswith("/games-lab/g/")


def test_what_is_too_large_is_refused_by_the_server_in_a_sentence(behind: tuple[Behind, Certificate]) -> None:
    here, _ = behind
    answer = here.ask("POST", "/api/position", data=b'{"a":"' + b"x" * 5_500_000)
    assert answer.status_code == 413
    assert answer.json()["error"]["sentence"].endswith(".")


def test_a_bot_with_the_largest_weights_comes_through(behind: tuple[Behind, Certificate]) -> None:
    here, _ = behind
    form = {"file": ("bot.py", b"x" * 5_000_000), "weights": ("weights.npz", b"x" * 20_000_000)}
    answer = here.ask("POST", "/api/competitions/0000000000/bots/1/versions", files=form)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "no_such_competition"


# The service


def service_settings() -> dict[str, str]:
    """The variables of the service."""
    lines = (FILES / "plyground.env").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


class Serving(Server):
    """A server that is started by ``plyground serve``, as the files do."""

    def command(self) -> list[str]:
        return [str(Path(sys.executable).with_name("plyground")), "serve"]


def test_the_service_is_sound_and_stays_below_a_gigabyte(tmp_path: Path) -> None:
    unit = (FILES / "plyground.service").read_text(encoding="utf-8")
    assert "User=plyground" in unit
    assert "EnvironmentFile=/etc/plyground.env\n" in unit
    (tmp_path / "plyground.service").write_text(unit.replace("/opt/plyground/.venv/bin/plyground", sys.executable))
    words = [find_program("systemd-analyze"), "verify", "--man=no", str(tmp_path / "plyground.service")]
    checked = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")

    settings = service_settings()
    assert {name for name in settings if name.startswith("PLYGROUND_")} <= SETTINGS
    own = {name: text.replace("/var/lib/plyground", str(tmp_path)) for name, text in settings.items()}
    for name in ("HOST", "PLYGROUND_CACHE"):  # kernels are compiled already
        del own[name]
    server = Serving(tmp_path, **own)
    try:
        server.start().wait_until_warm()
        assert requests.get(f"{server.url}/games-lab/lab", timeout=30).status_code == 200
        family = psutil.Process(server.pid)
        used = sum(each.memory_full_info().pss for each in [family, *family.children(recursive=True)])
        assert used < 1 << 30, f"{used >> 20} MB"
        assert (tmp_path / "plyground.sqlite3").stat().st_mode & 0o077 == 0
    finally:
        server.stop()


def test_a_command_runs_with_the_settings_of_the_service(tmp_path: Path) -> None:
    unit = (FILES / "plyground.service").read_text(encoding="utf-8")
    found = re.search(r"^#   (systemd-run .*\\)\n# (.* event key)$", unit, re.MULTILINE)
    assert found is not None
    stand_in = tmp_path / "systemd-run"
    stand_in.write_text(f'#!/bin/sh\nset -a\n. {tmp_path}/plyground.env\nshift 6\nexec "$@"\n')
    stand_in.chmod(0o755)
    lines = [f"{name}={text}" for name, text in service_settings().items()]
    (tmp_path / "plyground.env").write_text("\n".join(lines).replace("/var/lib/plyground", str(tmp_path)))
    typed = f"{found[1]}\n{found[2]}".replace("/opt/plyground/.venv/bin/", f"{Path(sys.executable).parent}/")
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    ran = subprocess.run(["sh", "-c", typed], env=path, capture_output=True, text=True, check=True)
    key = (tmp_path / "teacher.key").read_text(encoding="ascii").strip()
    assert ran.stdout.startswith(f"https://{NAME}/games-lab/compete/teach#key={key}\n")
    assert (tmp_path / "plyground.sqlite3").exists()


# The container


def instructions() -> list[tuple[str, str]]:
    """The lines of the container file as (instruction, what it is given)."""
    text = (FILES / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split(None, 1)[0], line.split(None, 1)[1]) for line in lines]


def test_the_container_runs_what_it_copies_and_not_as_root(tmp_path: Path) -> None:
    given = instructions()
    kinds = [kind for kind, _words in given]
    user = dict(given)["USER"]
    assert user not in {"root", "0"}
    assert kinds.index("USER") > max(at for at, kind in enumerate(kinds) if kind == "RUN")
    assert kinds.index("CMD") > kinds.index("USER")
    base = re.search(r"python:(\d+\.\d+)-", dict(given)["FROM"])
    assert base is not None
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    oldest = re.search(r'requires-python = ">=3\.(\d+)', project)
    assert oldest is not None
    assert int(base[1].split(".")[1]) >= int(oldest[1])
    for extra in ("postgresql", "redis"):
        driver = re.search(rf'^{extra} = \["([^"]+)"\]', project, re.MULTILINE)
        assert driver is not None
        assert any(f'"{driver[1]}"' in words for _kind, words in given)

    home = tmp_path / "opt"
    home.mkdir()
    for kind, words in given:
        if kind == "COPY":
            *sources, target = words.split()
            for source in sources:
                assert (ROOT / source).exists(), source
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, home / target)  # with what is compiled already
                else:
                    shutil.copy(ROOT / source, home / target)
    (home / "plyground").symlink_to(home / "game")
    set_there = shlex.split(dict(given)["ENV"])
    variables = dict(word.replace("/data", str(tmp_path)).split("=", 1) for word in set_there)
    assert {name for name in variables if name.startswith("PLYGROUND_")} <= SETTINGS
    kernels = str(ROOT / ".cache" / "kernels")  # compiled already
    variables |= {"HOST": "127.0.0.1", "PYTHONPATH": str(home), "PLYGROUND_CACHE": kernels}
    server = Serving(tmp_path, **{name: text for name, text in variables.items() if name != "PORT"})
    server.program = home
    try:
        server.start()
        asked: list[str] = yaml.safe_load(dict(given)["HEALTHCHECK"].partition("CMD ")[2])
        asked[0] = sys.executable
        asked = [word.replace("127.0.0.1:5000", f"127.0.0.1:{server.port}") for word in asked]
        assert subprocess.run(asked, check=False, timeout=30).returncode == 0
        assert yaml.safe_load(dict(given)["CMD"]) == ["plyground", "serve"]
        assert requests.get(server.url, timeout=30).status_code == 200
    finally:
        server.stop()
