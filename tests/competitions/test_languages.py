"""Bots in every language: built within bounds, refused with the compiler's words, played like any other."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.competitions import administration, registration, templates, trials
from plyground.competitions.languages import counting, table
from plyground.competitions.languages.language import Language
from plyground.competitions.refereeing.referee import play_game
from plyground.competitions.running import tasks
from plyground.competitions.store import CompetitionStore, Version
from plyground.competitions.submissions import files, making, programs, unpacking
from plyground.competitions.submissions.making import NotAllowed, NotCompiled
from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.refusals import BadSetting, BadUpload, SameVersion
from plyground.core.settings import Settings
from plyground.sandbox import building
from plyground.sandbox.probe import choose
from plyground.sandbox.running import Running
from tests.soaking import more

WRITTEN = [each for each in table.LANGUAGES if each.suffixes]
BUILT = [each for each in WRITTEN if each.builds]
PLAYED = [
    pytest.param(language, game, id=f"{game}-{language.id}", marks=[pytest.mark.long] * ((number + at) % 2))
    for number, language in enumerate(WRITTEN)
    for at, game in enumerate(("camel", "punter"))
]
"""Each language with one of these games, and with the other in the long form."""
_names = pytest.mark.parametrize("language", WRITTEN, ids=lambda each: str(each.id))


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CompetitionStore]:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    found = CompetitionStore(Settings(database=f"sqlite:///{tmp_path / 'languages.sqlite3'}"))
    yield found
    found.close()


def source_of(language: Language) -> bytes:
    """The same alpha-beta bot for Othello in each language; Python alone has that of Numba, which needs no package."""
    written = table.language("numba") if language is table.PYTHON else language
    return templates.source("othello", written).encode()


def handed_in(store: CompetitionStore, source: bytes, language: Language, **settings: Any) -> Version:
    competition = administration.make(store, "Cup", "othello", {"size": "6"}, settings)
    entry = registration.register(store, competition.id)
    given = unpacking.unpack(f"mine{language.suffixes[0]}", source)
    return registration.submit_files(store, entry, given, language=language.id)


def game_of(version: Version, seed: int, against: str = "random") -> dict[str, Any]:
    """A game of a version, as a worker plays it."""
    own = {**version.bot, "kind": "upload"}
    seats = [own, {"kind": "built_in", "bot": against}]
    task = {
        "id": f"game {seed}", "game": "othello", "options": {"size": "6"}, "seed": seed,
        "clock": {"base": 30.0, "increment": 1.0}, "entrants": seats[:: 1 if seed % 2 else -1],
        "confinement": choose().name,
    }  # fmt: skip
    return tasks.play(task)


@_names
def test_the_same_bot_hands_in_is_compiled_and_plays(
    store: CompetitionStore, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "SECONDS", 600.0)  # a build gives way to all that runs beside, such as other tests
    version = handed_in(store, source_of(language), language)
    assert version.bot["language"] == language.id
    assert version.tokens
    for seed in range(more(1, 20)):
        record = game_of(version, seed)
        assert [verdict["code"] for verdict in record["verdicts"]] == ["fair", "fair"], record
        if seed not in MOVES:
            MOVES[seed] = game_of(in_python(store), seed)["moves"]
        assert record["moves"] == MOVES[seed], "it looks at the same positions in every language"


MOVES: dict[int, list[str]] = {}
"""Those of the bot in Python alone, by the seed of the game."""


def in_python(store: CompetitionStore) -> Version:
    """The bot in Python alone, which the others are compared with."""
    entry = registration.register(store, store.all()[-1].id)
    given = unpacking.unpack("mine.py", source_of(table.PYTHON))
    return registration.submit_files(store, entry, given, language="python")


@pytest.mark.soak
@pytest.mark.parametrize(("language", "game"), PLAYED)
def test_the_template_of_a_language_plays_any_game(tmp_path: Path, language: Language, game: str) -> None:
    source = templates.source(game, language)
    made = making.made({f"bot{language.suffixes[0]}": (source.encode(), False)}, language.id)
    folder = tmp_path / "bot"
    folder.mkdir()
    tmp_path.chmod(0o755)
    unpacking.write(made.files, folder)
    rules = registry.game(game)
    seats = rules.seats_at(rules.initial({}))
    bot = {"kind": "upload", "folder": str(folder), "command": None, "name": language.id}
    record = play_game(
        {
            "id": "g", "game": game, "seed": 3, "clock": {"base": 30.0, "increment": 1.0}, "most_moves": 20,
            "entrants": [bot] + [{"kind": "built_in", "bot": "random"}] * (seats - 1), "confinement": choose().name,
        }
    )  # fmt: skip
    assert record["verdicts"][0]["code"] == "fair", record["verdicts"][0]


BROKEN = {
    "numba": ("import numba\n\ndef broken(:\n", 3),
    "c": ("#include <stdio.h>\n\nint main(void) { return nothing; }\n", 3),
    "cpp": ("#include <vector>\nint main() {\n    std::vector<int> found = 3.5f;\n}\n", 3),
    "rust": ('fn main() {\n    let number: i32 = "three";\n}\n', 2),
    "ocaml": ("let () =\n  let number = 1 in\n  print_endline number\n", 3),
    "haskell": ('main :: IO ()\nmain = do\n  putStrLn (length "three")\n', 3),
    "javascript": ("const one = 1;\nconst one = 2;\n", 2),
}


SAID = {
    "ocaml": (
        "Error: This expression has type string but an expression was expected of type\n         int\n",
        "This expression has type string but an expression was expected of type int.",
    ),
    "haskell": (
        "\n    • Couldn't match expected type: t0 -> IO ()\n                  with actual type: IO ()\n"
        "    • The function ‘putStrLn’ is applied to two value arguments,\n",
        "Couldn't match expected type: t0 -> IO () with actual type: IO ().",
    ),
    "c": (" expected ‘;’ before numeric constant\n    2 |   return 0\n", "expected ‘;’ before numeric constant."),
    "rust": (f" {'long ' * 80}\n", ("long " * 60)[:298].rstrip() + " …"),
}


@pytest.mark.parametrize("name", SAID)
def test_what_a_compiler_says_on_several_lines_is_one_sentence(name: str) -> None:
    language = table.language(name)
    place = (
        'File "bot.ml", line 1, characters 19-22:\n' if name == "ocaml" else f"bot{language.suffixes[0]}:1:8: error:"
    )
    said, sentence = SAID[name]
    assert language.problems(place + said) == [{"file": f"bot{language.suffixes[0]}", "line": 1, "sentence": sentence}]


@pytest.mark.parametrize("language", BUILT, ids=lambda each: str(each.id))
def test_what_the_compiler_says_comes_with_its_line(language: Language) -> None:
    source, line = BROKEN[language.id]
    with pytest.raises(NotCompiled) as refused:
        trials.asked({"game": "othello", "source": source, "language": language.id, "against": "random"})
    assert refused.value.problems[0]["line"] == line
    assert refused.value.problems[0]["file"].endswith(f"bot{language.suffixes[0]}")
    assert len(refused.value.problems[0]["sentence"]) > 5
    assert all(each["sentence"].endswith((".", "…")) for each in refused.value.problems)
    assert refused.value.sentence.endswith((".", "…"))
    assert str(language.title) in refused.value.sentence
    assert "/tmp" not in refused.value.sentence
    assert refused.value.as_json()["messages"]


def c_bot(source: str) -> dict[str, tuple[bytes, bool]]:
    return {"bot.c": (source.encode(), False)}


def test_a_build_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotCompiled, match="wrote more"):
        making.made(c_bot("char large[40 << 20] = {1}; int main(void) { return large[7]; }"))
    with pytest.raises(NotCompiled, match=r"memory|could not compile"):
        making.made(c_bot('#include "/dev/zero"\nint main(void) { return 0; }'))
    monkeypatch.setattr(building, "SECONDS", 1.0)
    endless = "{-# LANGUAGE TemplateHaskell #-}\nmain = print $(let go n = go (n + 1) in go (0 :: Int))\n"
    with pytest.raises(NotCompiled, match="longer than"):
        making.made({"bot.hs": (endless.encode(), False)})


def test_a_build_reads_nothing_of_the_server(tmp_path: Path) -> None:
    secret = tmp_path / "signing.key"
    secret.write_text("the key of the server")
    for path in ("/etc/passwd", str(secret)):
        with pytest.raises(NotCompiled, match="No such file"):
            making.made(c_bot(f'#include "{path}"\nint main(void) {{ return 0; }}'))
    reads = (
        "{-# LANGUAGE TemplateHaskell #-}\nimport Language.Haskell.TH\n"
        f'main = putStrLn $(runIO (readFile "{secret}") >>= litE . stringL)\n'
    )
    with pytest.raises(NotCompiled) as refused:
        making.made({"bot.hs": (reads.encode(), False)})
    assert "the key of the server" not in refused.value.messages
    assert "does not exist" in refused.value.messages


def test_a_build_gives_way_to_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Niceness counts within a session alone where Linux shares out cores by sessions."""
    seen: list[list[str]] = []
    heard = building._heard

    def look(running: Running) -> tuple[bytes, str | None]:
        seen.extend(path.read_text().split()[-2:] for path in Path(f"/proc/{running.first}").glob("autogroup"))
        return heard(running)

    monkeypatch.setattr(building, "_heard", look)
    making.made(c_bot("int main(void) { return 6; }"))
    assert seen == [["nice", "10"] for _ in Path("/proc/self").glob("autogroup")], "where the system has it"


def test_a_build_starts_nothing_that_stays() -> None:
    """A program that is started while a bot is compiled ends with it."""
    starts = (
        "{-# LANGUAGE TemplateHaskell #-}\nimport Language.Haskell.TH\nimport System.Process\n"
        'main = putStrLn $(runIO (spawnCommand "sleep 987654 &") >> litE (stringL "hi"))\n'
    )
    making.made({"bot.hs": (starts.encode(), False)})
    running = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    assert not any(b"987654" in words for words in running)


def test_numba_finds_its_packages_and_none_of_the_servers() -> None:
    source = (
        "import numpy, importlib.util, sys\nnames = ('flask', 'sqlalchemy', 'gunicorn')\n"
        "print([name for name in names if importlib.util.find_spec(name)], numpy.__version__, file=sys.stderr)\n"
        "def make_move(random, time, configuration, state):\n    return state.moves[0]\n"
    )
    trial = trials.asked({"game": "othello", "source": source, "language": "numba", "against": "random"})
    record = tasks.play({**trial.task, "confinement": choose().name}, trial.bundles)
    assert record["verdicts"][0]["code"] == "fair", record
    assert record["logs"][0].startswith("[] 1."), record["logs"][0]


def zipped(**entries: tuple[str, bool]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, (text, runs) in entries.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o755 if runs else 0o644) << 16
            archive.writestr(entry, text)
    return out.getvalue()


def test_scripts_are_played_or_refused_with_a_sentence() -> None:
    """A script for Node was once taken, and failed in its first game with “status 127”."""
    script = "#!/usr/bin/env node\n" + table.language("javascript").template()
    for given in (unpacking.unpack("mine", script.encode()), unpacking.unpack("m.zip", zipped(mine=(script, True)))):
        assert making.made(given).language.id == "javascript"
    perl = unpacking.unpack("m.zip", zipped(mine=("#!/usr/bin/perl\nprint 1;", True)))
    with pytest.raises(programs.NoProgram, match="mine is a script for perl, which is none of the languages"):
        making.made(perl)
    with pytest.raises(BadUpload, match=r"source file \(\.py, \.c, \.cpp, \.rs, \.ml, \.hs, \.js\)"):
        unpacking.unpack("bot.exe", b"MZ")


def test_a_competition_takes_the_languages_that_it_names(store: CompetitionStore) -> None:
    with pytest.raises(NotAllowed, match=r"takes bots in: Python, C\. This one is Rust\."):
        handed_in(store, source_of(table.language("rust")), table.language("rust"), languages="c,python")
    assert store.all()[-1].settings.languages == ("python", "c")
    with pytest.raises(NotAllowed):
        registration.submit_files(store, store.entries(store.all()[-1].id)[0], unpacking.unpack("bot", b"\x7fELF"))
    with pytest.raises(BadSetting, match="There is no language “cobol”"):
        administration.make(store, "Cup", "othello", {}, {"languages": "cobol"})


def test_what_is_not_there_is_refused_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Language, "is_there", property(lambda self: False))
    with pytest.raises(Refusal, match=r"Rust is not installed on this machine.*apt-get install -y rustc"):
        making.made({"bot.rs": (b"fn main() {}", False)})
    told = {each["id"]: each for each in table.shown()}
    assert told["ocaml"]["remedy"] == "apt-get install -y ocaml-nox"


def test_the_owner_gets_back_what_was_handed_in(store: CompetitionStore) -> None:
    from plyground.competitions import ownership

    source = source_of(table.language("c"))
    version = handed_in(store, source, table.language("c"))
    entry = store.entries(store.all()[-1].id)[0]
    found = ownership.source(store, entry, version.number)
    assert (found.name[-2:], found.data) == (".c", source)
    with pytest.raises(SameVersion):
        registration.submit_files(store, entry, unpacking.unpack("again.c", source))
    assert unpacking.MADE in files.kept(version.bot["content"])


def test_what_lies_in_the_folder_of_builds_is_not_believed() -> None:
    told = zipped(**{"bot.py": ("x = 1", False), ".built/made.json": ('{"language": "c"}', False)})
    made = making.made(unpacking.unpack("m.zip", told))
    assert set(made.files) == {"bot.py"}


def test_length_counts_words_and_signs_without_comments() -> None:
    c = table.language("c").comments
    assert counting.tokens(b"int x = 1; // one\n/* two\nthree */ x++;", c) == 9
    assert counting.tokens(b'puts("int x = 1; // one");', c) == counting.tokens(b'puts("int"); x = 1; // /one', c) + 3
    assert counting.tokens(b"let x = 1 (* two *) in x", table.language("ocaml").comments) == 6
    assert counting.tokens(b"x = 1 -- two\n{- three -} y", table.language("haskell").comments) == 4


@_names
def test_every_language_is_described(language: Language) -> None:
    text = Path("docs/bot_protocol.md").read_text(encoding="utf-8")
    assert f"| {language.title} |" in text
    assert language.template() if language is not table.PYTHON else templates.general("othello")
