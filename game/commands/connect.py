"""``connect``: a bot that runs here takes part in a competition of a server, for as long as this runs."""

from __future__ import annotations

import json
import re
import subprocess
import threading
import time
import urllib.error
import urllib.request
from contextlib import suppress
from typing import Any

import click

from plyground.core.errors import BadOption

_AGAIN_SECONDS = 1.0
_END_SECONDS = 2.0


@click.command("connect", context_settings={"ignore_unknown_options": False})
@click.argument("url", metavar="URL")
@click.option("--token", required=True, envvar="PLYGROUND_TOKEN", help="The bot's token, from POST /api/bots.")
@click.option("--code", default="", help="The code that the teacher gave, where the competition is entered with one.")
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMMAND...")
def command(url: str, token: str, code: str, words: tuple[str, ...]) -> None:
    """Let a bot that runs on this computer play in the competition at URL, while this runs.

    COMMAND is started for each game and speaks the protocol of docs/bot_protocol.md. A connection that is lost is made
    again.

        plyground connect https://games.example/compete/k3v9 --token TOKEN -- python mybot.py
    """
    found = re.fullmatch(r"(https?)://([^#?]+?)/compete/([A-Za-z0-9_-]+)/?", url)
    if found is None:
        raise BadOption("URL is the address of a competition's page, such as http://127.0.0.1:5000/compete/k3v9.")
    scheme, host, competition = found.groups()
    address = f"ws{scheme[4:]}://{host}/api/bot/ladder/{competition}"
    bot = _Bot(list(words), code)
    try:
        while bot.converse(address, token):
            time.sleep(_AGAIN_SECONDS)
    except KeyboardInterrupt:
        click.echo("Good-bye.")
    finally:
        bot.close()
    if bot.refused:
        raise BadOption(bot.refused)


def _why(address: str, token: str) -> str:
    """The sentence with which the server refuses, which a websocket's beginning does not carry; empty without one."""
    asked = urllib.request.Request(f"http{address[2:]}", headers={"Authorization": f"Bearer {token}"})
    try:
        urllib.request.urlopen(asked, timeout=30).close()
    except urllib.error.HTTPError as refused:
        with suppress(ValueError, KeyError, TypeError):
            return str(json.load(refused)["error"]["sentence"])
    except OSError:
        pass
    return ""


class _Bot:
    """All games of the bot."""

    def __init__(self, words: list[str], code: str) -> None:
        self._words, self._code = words, code
        self._games: dict[str, _Game] = {}
        self._line: Any = None
        self._lock = threading.RLock()
        self.refused = ""

    def converse(self, address: str, token: str) -> bool:
        """Play until the connection ends; whether to connect again."""
        from simple_websocket import Client, ConnectionClosed, ConnectionError

        try:
            line = Client(address, headers={"Authorization": f"Bearer {token}"}, ping_interval=5)
        except ConnectionError as error:
            self.refused = _why(address, token) or f"The server refused ({error})."
            return False
        except OSError as error:
            click.echo(f"The server cannot be reached ({error.strerror or error}); trying again.", err=True)
            return True
        try:
            with self._lock:
                got = {name: game.got for name, game in self._games.items()}
                line.send(json.dumps({"got": got, "code": self._code}))
            while True:
                if not self._hear(line, json.loads(line.receive())):
                    return False
        except (ConnectionClosed, OSError):
            click.echo("The connection was lost; trying again.", err=True)
            return True
        finally:
            with self._lock:
                self._line = None
            with suppress(Exception):
                line.close()

    def _hear(self, line: Any, message: dict[str, Any]) -> bool:
        with self._lock:
            if "error" in message:
                self.refused = str(message["error"]["sentence"])
                return False
            if "hello" in message:
                hello = message["hello"]
                click.echo(f"{hello['bot']} is in the competition {hello['competition']}.")
                self._line = line
                for name, taken in hello["taken"].items():
                    if name in self._games:
                        self._games[name].say_from(taken)
                return True
            name = str(message["game"])
            if message.get("over"):
                game = self._games.pop(name, None)
                if game is not None:
                    click.echo(f"The game {name} is over.")
                    game.close()
                return True
            if name not in self._games:
                click.echo(f"The game {name} begins.")
                self._games[name] = _Game(name, self._words, self)
            self._games[name].hear(message["n"], message["line"])
            return True

    def say(self, message: dict[str, Any]) -> None:
        """Send a message, if there is a connection."""
        with self._lock:
            if self._line is not None:
                with suppress(Exception):  # what is lost is sent again
                    self._line.send(json.dumps(message))

    @property
    def lock(self) -> Any:
        return self._lock

    def close(self) -> None:
        """End all games."""
        for game in list(self._games.values()):
            game.close()


class _Game:
    """One game with its process."""

    def __init__(self, name: str, words: list[str], bot: _Bot) -> None:
        self._name, self._bot = name, bot
        self.got = 0
        self._said: list[str] = []
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def hear(self, number: int, line: str) -> None:
        """A line for the process; one that came already does nothing."""
        if number == self.got:
            self.got += 1
            with suppress(OSError):  # it has ended
                assert self._process.stdin is not None
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()

    def say_from(self, taken: int) -> None:
        """Send what the server does not have yet."""
        for number in range(taken, len(self._said)):
            self._bot.say({"game": self._name, "n": number, "line": self._said[number]})

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._bot.lock:
                self._said.append(line.rstrip("\r\n"))
                self.say_from(len(self._said) - 1)
        self._bot.say({"game": self._name, "end": True})

    def close(self) -> None:
        """End the process, which has seen the game's last line."""
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()

        def insist() -> None:
            try:
                self._process.wait(_END_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

        threading.Thread(target=insist).start()
