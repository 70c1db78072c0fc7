"""Several processes as one site, by the files of ``docs/operate``: behind both proxies, as a service, and composed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests
import yaml  # type: ignore[import-untyped]
from distributed.cli import dask_scheduler, dask_worker

from tests.operate.proxies import FILES, NAME, Certificate, balancer, haproxy, nginx
from tests.operate.test_files import SETTINGS, Behind, service_settings
from tests.soaking import SOAKING, later
from tests.waiting import until
from tools.benchmarks.browsing import find_program
from tools.benchmarks.postgresql import Cluster
from tools.benchmarks.redis_server import RedisServer, running_redis
from tools.benchmarks.serving import ROOT, Server, course, free_port

VISITORS = 12
"""So many that hardly ever all of them come to the same one of two servers."""


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    with running_redis() as running:
        yield running


# The service


def test_the_service_of_several_is_sound(tmp_path: Path) -> None:
    folder = tmp_path / "plyground@.service.d"
    folder.mkdir()
    unit = (FILES / "plyground.service").read_text(encoding="utf-8")
    (tmp_path / "plyground@.service").write_text(unit.replace("/opt/plyground/.venv/bin/plyground", sys.executable))
    shutil.copy(FILES / "several.conf", folder)
    words = [find_program("systemd-analyze"), "verify", "--man=no", str(tmp_path / "plyground@5001.service")]
    checked = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def several(place: dict[str, str]) -> dict[str, str]:
    """The settings of the service's instances, some of them at another place."""
    assert "\nEnvironment=PORT=%i\n" in (FILES / "several.conf").read_text(encoding="utf-8")
    settings = service_settings()
    commented = dict(
        re.findall(r"^#(PLYGROUND_\w+)=(.*)$", (FILES / "plyground.env").read_text(encoding="utf-8"), re.M)
    )
    assert {name for name in settings | commented if name.startswith("PLYGROUND_")} <= SETTINGS
    assert commented.keys() == {"PLYGROUND_DATABASE", "PLYGROUND_REDIS"}
    for name, text in commented.items():
        assert text.partition("://")[0] == place[name].partition("://")[0]
    for name in ("HOST", "PLYGROUND_CACHE"):  # kernels are compiled already
        del settings[name]
    return settings | place


# Proxies


@pytest.fixture(params=[nginx, *later([haproxy])], ids=["nginx", "haproxy"])
def behind(
    request: pytest.FixtureRequest, tmp_path: Path, cluster: Cluster, redis: RedisServer
) -> Iterator[tuple[Behind, list[Server]]]:
    """Two servers behind each proxy."""
    start: Callable[..., AbstractContextManager[str]] = request.param
    port, certificate = free_port(), Certificate(tmp_path)
    place = several(
        {
            "PLYGROUND_ADDRESS": f"https://{NAME}:{port}/games-lab",
            "PLYGROUND_DATABASE": cluster.create(),
            "PLYGROUND_REDIS": redis.url,
            "PLYGROUND_DATA": str(tmp_path / "data"),
            "PLYGROUND_ACCESS_LOG": "1",
        }
    )
    servers = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        servers.append(Server(tmp_path / name, **place))
    try:
        for server in servers:
            server.start()
        with start(tmp_path, servers[0].port, port, certificate, second=servers[1].port) as url:
            yield Behind(url, certificate), servers
    finally:
        for server in servers:
            server.stop()


def polled(here: Behind, cookies: dict[str, Any]) -> None:
    """Connect as Socket.IO does where no websocket gets through, and send and fetch a few times."""
    path, origin = "/socket.io/?EIO=4&transport=polling", {"Origin": here.origin}
    begun = here.ask("GET", path, cookies=cookies, headers=origin)
    assert begun.status_code == 200, begun.text
    line = f"{path}&sid={json.loads(begun.text[1:])['sid']}"
    assert here.ask("POST", line, data=b"40", cookies=cookies, headers=origin).text == "OK"
    assert here.ask("GET", line, cookies=cookies, headers=origin).text.startswith("40")
    for number in range(3):
        assert here.ask("POST", line, data=f'42{number}["lobby",{{}}]', cookies=cookies, headers=origin).text == "OK"
        assert f"43{number}[" in here.ask("GET", line, cookies=cookies, headers=origin).text


@pytest.mark.soak
def test_visitors_are_shared_out_and_go_round_a_server_that_is_killed(behind: tuple[Behind, list[Server]]) -> None:
    here, (one, two) = behind
    for number in range(VISITORS):
        cookies: dict[str, Any] = requests.get(f"{one.url}/lab", timeout=30).cookies.get_dict()
        assert cookies
        if SOAKING or number < 4:
            polled(here, cookies)
        here.ask("GET", "/api/address", cookies=cookies)
    polled(here, {})
    for server in (one, two):
        assert "path=/api/address" in server.log.read_text(), "all went to the other one"

    made = here.ask("POST", "/games", json={"game": "othello"}).json()["id"]
    one.kill()

    def plays() -> bool:
        answers = [here.ask("GET", path).status_code for path in (f"/g/{made}", "/lab", f"/api/games/{made}")]
        return answers == [200, 200, 200]

    until(plays)
    for _ in range(VISITORS):  # wherever they would have gone
        assert here.ask("GET", "/lab").status_code == 200
        line = here.socket(here.origin)
        assert str(line.recv()).startswith("0{")
        line.close()
    if SOAKING:
        one.start()
        two.kill()
        until(plays)


# The composition


def composition() -> dict[str, Any]:
    """The services of the composition, with what they share filled in."""
    found: dict[str, Any] = yaml.safe_load((FILES / "compose.yaml").read_text(encoding="utf-8"))
    services: dict[str, Any] = found["services"]
    for service in services.values():
        for volume in service.get("volumes", ()):
            name = volume.split(":")[0]
            assert (FILES / name).exists() if name.startswith("./") else name in found["volumes"]
        for other in service.get("depends_on", ()):
            assert other in services
    return services


def played(game: str) -> bool:
    return len(requests.get(game, timeout=30).json()["moves"]) > 10


def test_the_composition_plays_with_its_database_redis_and_cluster(
    cluster: Cluster, redis_server: RedisServer, tmp_path: Path
) -> None:
    services = composition()
    web = services["web-one"]
    assert (ROOT / "docs/operate" / web["build"]["context"] / web["build"]["dockerfile"]).exists()
    assert services["web-two"] == {name: said for name, said in web.items() if name != "build"}
    assert set(web["environment"]) <= SETTINGS
    for name, program in (("scheduler", dask_scheduler), ("worker", dask_worker)):  # the very words, as dask reads them
        words = services[name]["command"]
        assert words[:4] == ["python", "-m", "dask", name]
        program.main.make_context(name, words[4:])
    with course(tmp_path, {}) as dask:
        place = {"DATABASE": cluster.create(), "REDIS": redis_server.url, "SCHEDULER": dask.address}
        own = {f"PLYGROUND_{name}": address for name, address in place.items()}
        for name, address in own.items():
            assert web["environment"][name].partition("://")[0] == address.partition("://")[0]
        own |= {"PLYGROUND_DATA": str(tmp_path / "data"), "PLYGROUND_PROXIES": "127.0.0.1"}
        servers = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            servers.append(Server(tmp_path / name, **own))
        try:
            for server in servers:
                server.start().wait_until_warm()
            with balancer(tmp_path, (servers[0].port, servers[1].port), free_port()) as url:
                bots = [{"kind": "bot", "bot": "random"}] * 2
                made = [
                    requests.post(f"{url}/games", json={"game": "othello", "seats": bots, "pace": 0}, timeout=30)
                    for _ in range(4)
                ]
                for each in made:
                    assert each.status_code == 201, each.text
                    until(partial(played, f"{url}/api/games/{each.json()['id']}"))
                servers[0].kill()
                until(lambda: all(requests.get(f"{url}/lab", timeout=30).ok for _ in range(4)))
        finally:
            for server in servers:
                server.stop()
