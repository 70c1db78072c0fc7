"""The direction of imports: each folder of ``game`` may use only those named here, and no modules form a ring."""

from __future__ import annotations

import ast
import graphlib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = {
    "core": set[str](),
    "search": {"core"},
    "sandbox": {"core"},
    "engines": {"core", "sandbox"},
    "games": {"core", "search", "engines"},
    "bots": {"core", "search", "engines"},
    "review": {"core", "search", "bots"},
    "puzzles": {"core", "search", "bots", "review"},
    "library": {"core", "search"},
    "storage": {"core"},
    "pairing": {"core"},
    "exercises": {"core", "search", "sandbox"},
    "jobs": {"core", "search", "bots"},
    "sessions": {"core", "search", "bots", "storage", "jobs", "review"},
    "classroom": {
        "core",
        "search",
        "bots",
        "storage",
        "jobs",
        "sessions",
        "review",
        "puzzles",
        "exercises",
        "pairing",
    },
    "competitions": {
        "core",
        "search",
        "bots",
        "jobs",
        "sessions",
        "storage",
        "sandbox",
        "engines",
        "review",
        "puzzles",
        "pairing",
    },
    "peers": {"core", "storage", "sessions", "classroom", "competitions"},
    "web": {
        "core",
        "search",
        "sandbox",
        "engines",
        "bots",
        "jobs",
        "sessions",
        "classroom",
        "competitions",
        "storage",
        "peers",
        "library",
        "review",
        "puzzles",
        "exercises",
    },
    "interface": {"core", "search", "bots", "competitions", "engines", "exercises", "sandbox", "web"},
    "strength": {"core", "bots", "competitions", "engines", "interface"},
    "commands": {
        "exercises",
        "core",
        "games",
        "library",
        "search",
        "bots",
        "jobs",
        "sessions",
        "competitions",
        "web",
        "storage",
        "interface",
        "strength",
        "sandbox",
        "engines",
        "review",
        "puzzles",
    },
}
COMPETITIONS = (
    "languages",
    "ranking",
    "pairing",
    "submissions",
    "refereeing",
    "store",
    "positions",
    "running",
    "presentation",
)
"""The folders of ``game/competitions``: each may use those before it."""
WITHOUT_WEB = tuple(
    folder for folder in ALLOWED if folder not in ("web", "commands", "interface", "library", "strength")
)
WEB_PACKAGES = {"flask", "flask_socketio", "socketio", "engineio", "werkzeug", "jinja2"}


TEMPLATE = "bot_template"
"""What people hand in begins from: it imports the sandbox's own ``plyground``."""
RUNNER = ROOT / "game" / "sandbox" / "runner"
"""What runs in the sandbox, beside its own ``plyground``."""


def modules(folder: str) -> list[Path]:
    """The modules in a folder of ``game`` and below it."""
    return [path for path in sorted((ROOT / "game" / folder).rglob("*.py")) if not path.name.startswith(TEMPLATE)]


@cache
def imported(path: Path) -> set[str]:
    """The dotted names that a module imports, wherever in the module it does."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            pytest.fail(f"{path}: imports are written in full, not relative")
    return names


@pytest.mark.parametrize("folder", sorted(ALLOWED))
def test_folder_uses_only_what_lies_below_it(folder: str) -> None:
    allowed = ALLOWED[folder] | {folder}
    for path in modules(folder):
        used = {name.split(".")[1] for name in imported(path) if name.startswith("plyground.")}
        used -= {each.stem for each in (RUNNER / "plyground").glob("*.py")} if path.is_relative_to(RUNNER) else set()
        assert used <= allowed, f"{path.relative_to(ROOT)} imports {sorted(used - allowed)}"


@pytest.mark.parametrize("folder", COMPETITIONS)
def test_folder_of_competitions_uses_only_what_comes_before_it(folder: str) -> None:
    later = {f"plyground.competitions.{name}" for name in COMPETITIONS[COMPETITIONS.index(folder) + 1 :]}
    for path in modules(f"competitions/{folder}"):
        used = {".".join(name.split(".")[:3]) for name in imported(path)}
        assert not used & later, f"{path.relative_to(ROOT)} imports {sorted(used & later)}"


@pytest.mark.parametrize("folder", WITHOUT_WEB)
def test_the_web_stays_out_of_games_and_searches(folder: str) -> None:
    for path in modules(folder):
        used = {name.split(".")[0] for name in imported(path)}
        assert not used & WEB_PACKAGES, f"{path.relative_to(ROOT)} imports {sorted(used & WEB_PACKAGES)}"


@pytest.mark.parametrize(
    "folder", [folder for folder in ALLOWED if folder not in ("games", "commands", "interface", "library")]
)
def test_no_game_is_named_above_the_rules(folder: str) -> None:
    games = {path.stem for path in (ROOT / "game" / "games").iterdir() if not path.stem.startswith("_")}
    for path in modules(folder):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in games, f"{path.relative_to(ROOT)}:{node.lineno} names {node.value!r}"


@cache
def graph() -> dict[str, set[str]]:
    """Every module of the program and of the tools, with the modules that it imports anywhere, for types too."""
    named = {}
    for top, name in ((ROOT / "game", "plyground"), (ROOT / "tools", "tools")):
        for path in top.rglob("*.py"):
            if path.name.startswith(TEMPLATE) or RUNNER in path.parents:
                continue
            parts = [name, *path.relative_to(top).with_suffix("").parts]
            named[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    named["app"] = ROOT / "app.py"
    found: dict[str, set[str]] = {}
    for module, path in named.items():
        found[module] = set()
        for wanted in imported(path):
            while wanted and wanted not in named:
                wanted = wanted.rpartition(".")[0]
            found[module] |= {wanted} - {"", module}
    return found


def test_no_modules_form_a_ring() -> None:
    modules_with_imports = graph()
    assert len(modules_with_imports) > 300
    try:
        graphlib.TopologicalSorter(modules_with_imports).prepare()
    except graphlib.CycleError as error:
        pytest.fail(f"these modules import each other: {' <- '.join(error.args[1])}")


@pytest.mark.parametrize("folder", ["sessions", "jobs", "classroom"])
def test_folder_needs_no_imports_for_types_alone(folder: str) -> None:
    for path in modules(folder):
        assert "TYPE_CHECKING" not in path.read_text(encoding="utf-8"), path


def test_tools_use_the_program_and_the_program_no_tools() -> None:
    for module, used in graph().items():
        tops = {name.partition(".")[0] for name in used}
        if module == "app":
            assert used <= {"plyground.commands", "plyground.web.services"}
        else:
            assert tops <= ({"plyground", "tools"} if module.startswith("tools") else {"plyground"}), module
    for path in (ROOT / "tools" / "benchmarks").rglob("*.py"):
        assert not any(name.startswith("tests") for name in imported(path)), path
