"""The laboratory in a real browser: a search chosen, walked step by step by mouse and keys, and linked to."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.keys import Keys

from plyground.core import registry
from plyground.search import ideas
from plyground.search.teaching.replay import Replay
from plyground.search.teaching.searches import search
from plyground.search.teaching.trace import Trace
from plyground.search.teaching.words import sentence
from tests.browser.axe import violations
from tests.browser.conftest import console_errors, until_returns
from tests.browser.play_page import make_game
from tests.soaking import later
from tools.benchmarks.serving import Server

TREE = "a 0 ( a 6 o 12 ( a 3 a 7 ) )"
COUNTED = ("Nodes entered", "Leaves valued", "Cuts", "Moves cut")
STUB = "document.querySelector('.stub:not(.unmet) [role=treeitem]')"
KINDS = {"": "", "exact": "", "at_least": "≥", "at_most": "≤", "estimate": "~"}


def fragment(**asked: Any) -> str:
    """The address's fragment of a question."""
    return "#" + urlencode(
        {name: value if isinstance(value, str | int) else json.dumps(value) for name, value in asked.items()}
    )


class LabPage:
    """The laboratory as a person uses it."""

    def __init__(self, browser: Chrome, server: Server, **asked: Any) -> None:
        self.browser = browser
        browser.get("about:blank")
        browser.get(f"{server.url}/lab{fragment(**asked) if asked else ''}")
        self.until("return !!document.querySelector(arguments[0])", ".lab-slider" if asked else ".lab-estimate p")

    def until(self, script: str, *arguments: object) -> Any:
        return until_returns(self.browser, script, *arguments)

    @property
    def at(self) -> int:
        """The step that the page stands at."""
        return int(self.browser.execute_script("return document.querySelector('.lab-slider').value"))

    def keys(self, *pressed: str) -> None:
        ActionChains(self.browser).send_keys(*pressed).perform()

    def slide(self, at: int) -> None:
        """Go to a step by the slider."""
        self.browser.execute_script(
            "const slider = document.querySelector('.lab-slider'); slider.value = arguments[0];"
            "slider.dispatchEvent(new Event('input', {bubbles: true}))",
            at,
        )

    def press(self, label: str) -> None:
        self.browser.find_element("css selector", f"#lab [aria-label='{label}']").click()

    def values(self) -> dict[str, str]:
        """The values in the nodes that are to be seen, by row."""
        found: dict[str, str] = self.browser.execute_script(
            "return Object.fromEntries([...document.querySelectorAll('.lab-tree .node:not(.unmet)')].map((each) =>"
            " [each.dataset.node, each.querySelector('.value').textContent]))"
        )
        return found

    def count(self, selector: str) -> int:
        return int(self.browser.execute_script("return document.querySelectorAll(arguments[0]).length", selector))

    def counts(self) -> dict[str, int]:
        """The counts beside the tree, once they are those of the step."""
        found: dict[str, int] = self.browser.execute_async_script(
            "const done = arguments[0];"
            "const frames = (run) => requestAnimationFrame(() => requestAnimationFrame(run));"
            "frames(() => setTimeout(() => done(Object.fromEntries("
            "[...document.querySelectorAll('.lab-counts dl div')].map((each) => [each.querySelector('dt').textContent,"
            " Number(each.querySelector('dd').textContent.replaceAll(',', ''))]))), 0))"
        )
        return found


def shown(trace: Trace, at: int) -> dict[str, str]:
    """The values that the stage should show after so many steps, by row."""
    replay = Replay(trace)
    replay.go(at)
    found = {}
    for row, met in enumerate(trace.met):
        if row == 0 or met < at:
            known = replay.node(row)
            found[str(row)] = text(known["value"], "" if trace.head.view == "each" else known["sure"])
    return found


def text(value: float | None, sure: str) -> str:
    """A value as the stage writes it."""
    if value is None:
        return ""
    if abs(value) >= 900_000:
        return f"{KINDS[sure]}{'W' if value > 0 else 'L'}{1_000_000 - abs(value):.0f}"
    meant = abs(round(value, 2) - value) < 1e-9  # one or two decimals, as in a tree that somebody typed
    size = f"{round(abs(value), 2):.12g}" if meant else f"{abs(value):.{2 if abs(value) < 10 else 1}f}"
    return KINDS[sure] + ("−" if value < 0 and float(size) else "") + size


def test_every_step_shows_the_engines_own_values_and_counts(browser: Chrome, server: Server) -> None:
    rules = registry.game("tree")
    trace = search("alphabeta").record(rules, rules.parse_position(TREE, {}), {"depth": 0})
    page = LabPage(browser, server, game="tree", position=TREE, search="alphabeta", settings={"depth": 0})
    for at in [*range(1, len(trace.steps) + 1), 4, 0]:
        page.slide(at)
        assert page.values() == shown(trace, at), at
    page.press("To the end")
    assert page.count(".stub:not(.unmet)") == 1
    assert page.browser.execute_script("return document.querySelector('.stub title').textContent").startswith(
        "1 move cut"
    )
    assert page.count(".edge.best:not(.unmet)") == 2
    assert page.counts() == {"Nodes entered": 4, "Leaves valued": 2, "Cuts": 1, "Moves cut": 1}
    assert console_errors(browser) == []


@pytest.mark.soak
@pytest.mark.parametrize(
    "case",
    [
        ("othello", {"size": 4}, "deepening", {"depth": 4}),
        ("tak", {"size": 3}, "puct", {"iterations": 40}),
        *later(
            [
                ("othello", {"size": 4}, "mcts", {"iterations": 40}),
                ("tak", {"size": 3}, "budget", {"budget": 40}),
                ("camel", {"board_width": 3, "board_height": 3, "starting_camels": 1}, "paranoid", {"depth": 2}),
                ("punter", {"map": "path-5", "punters": 3}, "maxn", {"depth": 2}),
            ]
        ),
    ],
    ids=lambda case: case[2],
)
def test_values_and_root_tables_of_other_searches_are_the_engines(
    browser: Chrome, server: Server, case: tuple[str, dict[str, Any], str, dict[str, Any]]
) -> None:
    game, options, name, settings = case
    rules = registry.game(game)
    complete = rules.options(options)
    trace = search(name).record(rules, rules.initial(complete), settings, setup=complete)
    page = LabPage(browser, server, game=game, options=options, search=name, settings=settings)
    end = len(trace.steps)
    assert browser.execute_script("return Number(document.querySelector('.lab-slider').max)") == end
    replay = Replay(trace)
    finished = [at + 1 for at, step in enumerate(trace.steps) if step.kind == "finished"]
    for at in [end // 3, *finished, 2 * end // 3, end]:
        replay.go(at)
        page.slide(at)
        values, right = page.values(), shown(trace, at)
        assert len(values) > 4
        assert values == {row: right[row] for row in values}, at
        counts = page.counts()
        assert counts["Nodes entered"] == replay.counts.entered
        if name == "mcts":
            assert (counts["Playouts"], counts.get("Ends met", 0)) == (replay.counts.playouts, replay.counts.leaves)
        else:
            assert counts["Leaves valued"] == replay.counts.leaves
        assert counts.get("Static values", 0) == replay.counts.looked
        rows = browser.execute_script(
            "return [...document.querySelectorAll('[data-root]')].map((row) => [row.dataset.root,"
            " row.className.replace('list-', ''), row.querySelector('.number').textContent])"
        )
        table = {trace.moves[row]: [filed, text(value, sure)] for row, (filed, value, sure) in replay.table().items()}
        assert {move: told for move, *told in rows} == table
    assert bool(finished) == (name == "deepening")
    assert console_errors(browser) == []


def test_another_game_is_walked_by_keys_and_the_link_reopens_the_step(browser: Chrome, server: Server) -> None:
    rules = registry.game("othello")
    options = rules.options({"size": 4})
    trace = search("alphabeta").record(rules, rules.initial(options), {"depth": 3}, setup=options)
    page = LabPage(browser, server, game="othello", options={"size": 4}, search="alphabeta", settings={"depth": 3})
    assert page.values() == {"0": ""}
    page.keys("n", Keys.ARROW_RIGHT, "n", Keys.ARROW_LEFT)
    assert page.at == 2
    page.keys("c")
    first = next(at for at, step in enumerate(trace.steps) if step.kind == "cut")
    assert page.at == first + 1
    assert page.values() == shown(trace, page.at)
    page.until("return document.querySelector('.lab-sentence').textContent === arguments[0]", sentence(trace, first))
    page.until("return document.querySelector('.lab-code .lit')?.textContent.includes('alpha >= beta')")
    page.until("return decodeURIComponent(location.hash).includes('at=cut-')")
    address = browser.current_url
    page.keys(Keys.END)
    assert page.values() == shown(trace, len(trace.steps))
    browser.get("about:blank")
    browser.get(address)
    page.until("return document.querySelector('.lab-slider')?.value === arguments[0]", str(first + 1))
    assert page.values() == shown(trace, first + 1)
    assert console_errors(browser) == []


def test_the_tree_and_the_board_are_linked_by_keys(browser: Chrome, server: Server) -> None:
    page = LabPage(
        browser, server, game="othello", options={"size": 4}, search="minimax", settings={"depth": 2}, step=30
    )
    page.until("return document.querySelectorAll('.lab-board .disc').length > 4")
    page.keys("t")
    page.keys(Keys.ARROW_UP, Keys.ARROW_UP)
    assert browser.execute_script("return document.activeElement.closest('[data-node]').dataset.node") == "0"
    assert browser.execute_script("return document.activeElement.getAttribute('aria-label')").startswith("root, Dark")
    page.until("return document.querySelectorAll('.lab-board .disc').length === 4")
    at = page.at
    page.keys(Keys.ARROW_DOWN)
    page.until("return document.querySelectorAll('.lab-board .disc').length === 5")
    assert page.at == at
    page.keys(Keys.ENTER)
    assert page.at == 3
    assert console_errors(browser) == []


def test_a_chosen_position_opens_and_what_does_not_fit_is_said(browser: Chrome, server: Server) -> None:
    page = LabPage(browser, server)
    browser.find_element("css selector", "[data-shelf='0']").click()
    page.until("return !!document.querySelector('.lab-slider')")
    page.until("return document.querySelector('.lab-sentence')?.textContent.includes('not begun')")
    browser.execute_async_script(  # the way back is taken sooner than the address holds the step
        "document.querySelector('#lab-theatre').walk.go(1); history.back(); setTimeout(arguments[0], 500)"
    )
    assert browser.execute_script("return location.hash") == ""
    page.until("return !!document.querySelector('[data-shelf]') && document.querySelector('#lab-theatre').hidden")
    browser.forward()
    page.until("return !document.querySelector('#lab-theatre').hidden")
    browser.find_element("xpath", "//button[contains(., 'Another position')]").click()
    area = page.until("return document.querySelector('#lab-text')")
    area.clear()
    area.send_keys("a 0 ( a 6", Keys.TAB)
    page.until("return document.querySelector('.lab-position .notice.bad')?.textContent.length > 20")
    assert not page.until("return document.querySelector('.lab-search .primary')").is_enabled()
    area.clear()
    area.send_keys(f"{server.url}/nothing", Keys.TAB)
    page.until("return document.querySelector('.lab-position .notice.bad')?.textContent.includes('no position')")
    area.clear()
    area.send_keys("a 0 ( a 6 a 7 )", Keys.TAB)
    page.until(
        "return !document.querySelector('.lab-position .notice.bad') &&"
        " !document.querySelector('.lab-search .primary').disabled"
    )
    errors = [error for error in console_errors(browser) if "/api/lab/look" not in error]
    assert errors == []


def test_a_late_answer_neither_overwrites_what_is_typed_nor_what_was_said_since(
    browser: Chrome, server: Server
) -> None:
    page = LabPage(browser, server)
    area = page.until("return document.querySelector('.lab-estimate p') && document.querySelector('#lab-text')")
    browser.execute_script(
        """const ask = window.fetch; window.late = 0;
        window.fetch = async (where, ...rest) => {
          const answer = await ask(where, ...rest);
          if (String(where).includes("/api/lab/look")) {
            await new Promise((go) => setTimeout(go, 700));
            setTimeout(() => window.late++, 50);
          }
          return answer;
        };"""
    )
    area.send_keys("a 0 ( a 6 a 7 )", Keys.TAB)
    area.clear()
    area.send_keys("a 0 ( a 5")
    page.until("return window.late > 0")
    assert area.get_property("value") == "a 0 ( a 5"
    before = browser.execute_script("return window.late")
    area.clear()
    browser.execute_async_script("setTimeout(arguments[0], 300)")  # the start is asked about, and not yet answered
    area.send_keys(f"{server.url}/nothing", Keys.TAB)
    page.until("return document.querySelector('.lab-position .notice.bad')?.textContent.includes('no position')")
    page.until(f"return window.late > {before}")
    assert "no position" in browser.find_element("css selector", ".lab-position .notice.bad").text


def test_a_game_and_a_typed_tree_are_looked_into(browser: Chrome, server: Server) -> None:
    people = [{"kind": "person"}, {"kind": "person"}]
    made = make_game(server, game="othello", options={"size": 4}, seats=people, moves=["b1", "a1", "a2"])
    browser.get(f"{server.url}/g/{made['id']}?ply=2")
    page = LabPage.__new__(LabPage)
    page.browser = browser
    page.until("return document.querySelectorAll('#board .disc').length === 6")
    link = page.until("return document.querySelector('a[href^=\"/lab#\"]')?.href")
    browser.get("about:blank")
    browser.get(link)
    page.until("return document.querySelectorAll('.lab-board .disc').length === 6")
    for given, found in (
        (f"{server.url}/g/{made['id']}?ply=1", "document.querySelectorAll('.lab-board .disc').length === 5"),
        ("b1a1", "document.querySelector('.lab-position')?.textContent.includes('after 2 moves')"),
    ):
        page.browser.get("about:blank")
        page.browser.get(f"{server.url}/lab#game=othello&options=%7B%22size%22%3A4%7D")
        area = page.until("return document.querySelector('.lab-estimate p') && document.querySelector('#lab-text')")
        area.send_keys(given, Keys.TAB)
        page.until(f"return {found}")
    browser.get(f"{server.url}/trees#tree={TREE.replace(' ', '+')}")  # as a form writes it
    page.until("return document.querySelector('a[href^=\"/lab#\"]')").click()
    trees = registry.game("tree")
    steps = len(search("alphabeta").record(trees, trees.parse_position(TREE), {"depth": 0}).steps)
    page.until(f"return document.querySelector('.lab-slider')?.max === '{steps}'")
    # A record is looked at as a position first, which the server refuses.
    assert [error for error in console_errors(browser) if "/api/lab/look" not in error] == []


def test_predictions_wait_for_an_answer_and_keep_the_score(browser: Chrome, server: Server) -> None:
    page = LabPage(browser, server, game="tree", position=TREE, search="alphabeta", settings={"depth": 0})
    page.until("return !!document.querySelector('#lab-predict')")
    browser.find_element("css selector", "#lab-predict").click()
    question = "return document.querySelector('.lab-question strong')?.textContent ?? null"
    score = "return document.querySelector('[data-score]')?.dataset.score ?? null"

    def answer(value: str) -> None:
        page.until("return document.querySelector(`[data-answer='${arguments[0]}']`)", value).click()

    page.until("return !!document.querySelector('#lab-mode')")
    browser.execute_script(
        "const menu = document.querySelector('#lab-mode'); menu.value = 'cut'; menu.dispatchEvent(new Event('change'))"
    )
    page.keys(Keys.ESCAPE, "n")
    seen = set()
    while page.browser.execute_script(question) is None and page.at not in seen:
        seen.add(page.at)
        page.keys("n")
        page.counts()
    assert "Cut, or looked at?" in page.browser.execute_script(question)
    at = page.at
    shown_before = page.count(".stub:not(.unmet)")
    page.keys("n")
    assert page.at == at, "a question is not walked over"
    assert page.count(".lab-sentence") == page.count(".lab-code .lit") == 0
    assert violations(browser) == []
    answer("no")
    page.until(f"{score} === '1/1'".replace("?? null", ""))
    browser.find_element("xpath", "//button[contains(., 'Next question')]").click()
    answer("no")
    page.until(f"{score} === '1/2'".replace("?? null", ""))
    assert shown_before == 0
    assert page.count(".stub:not(.unmet)") == 1
    assert page.browser.execute_script("return document.querySelector('.sign.wrong').textContent") == "✗"
    assert console_errors(browser) == []


def test_the_tree_is_also_a_list_that_keys_walk(browser: Chrome, server: Server) -> None:
    page = LabPage(browser, server, game="tree", position=TREE, search="alphabeta", settings={"depth": 0}, step=16)
    page.until("return document.querySelector('.lab-list summary')").click()
    lines = page.until(
        "const found = [...document.querySelectorAll('.lab-list [role=treeitem]')];"
        "return found.length ? found.map((each) => [Number(each.ariaLevel), each.textContent]) : null"
    )
    assert [level for level, _ in lines] == [1, 2, 2, 3]
    assert lines[0][1].startswith("root, Max to move, worth 6")
    assert "1 move cut: alpha 6 ≥ beta 3" in lines[2][1]
    browser.execute_script("document.querySelector('.lab-list [role=treeitem]').focus()")
    page.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert browser.execute_script("return document.activeElement.textContent").startswith(
        "0, the game is over, worth 3"
    )
    page.keys(Keys.ARROW_LEFT)
    assert browser.execute_script("return document.activeElement.textContent").startswith("1, Min to move")
    assert console_errors(browser) == []


def test_ideas_are_switched_off_one_by_one_and_together(browser: Chrome, server: Server) -> None:
    moves = ["f5", "d6", "c3", "d3", "c4"]
    page = LabPage(browser, server, game="othello", moves=moves, search="alphabeta", settings={"depth": 1})
    browser.find_element("xpath", "//button[text()='Ideas']").click()
    page.until("return !!document.querySelector('[data-idea=none] meter')")
    rules = registry.game("othello")
    position = rules.replay(rules.initial(), moves)[-1]
    depth, counts = ideas.compare(rules, position, ["killers", "scouting"])

    def shown() -> dict[str, str]:
        found: dict[str, str] = browser.execute_script(
            "return Object.fromEntries([...document.querySelectorAll('[data-idea]')].map((row) =>"
            " [row.dataset.idea, row.querySelector('td').textContent.replace(/\\D/g, '')]))"
        )
        return found

    assert f"{depth} plies deep" in browser.find_element("css selector", ".lab-ideas p").text
    names = ["all", *(idea.id for idea in ideas.ideas_of(rules, position)), "none"]
    assert shown() == {name: str(each.positions) for name, each in zip(names, counts, strict=False)}
    for name in ("killers", "scouting"):
        browser.find_element("css selector", f"[data-idea={name}] input").click()
    browser.find_element("css selector", ".lab-ideas .primary").click()
    page.until("return !!document.querySelector('[data-idea=chosen] meter')")
    assert shown()["chosen"] == str(counts[-1].positions)
    assert violations(browser) == []
    assert console_errors(browser) == []


def test_searches_are_compared_by_the_engines_own_counts(browser: Chrome, server: Server) -> None:
    rules = registry.game("othello")
    options = rules.options({"size": 4})
    page = LabPage(browser, server, game="othello", options={"size": 4}, search="alphabeta", settings={"depth": 2})
    browser.find_element("xpath", "//button[text()='Compare']").click()
    page.until("return document.querySelectorAll('[name=compare]:checked').length === 3")
    page.browser.find_element("css selector", "[name=compare][value=deepening]").click()
    page.browser.find_element("css selector", ".lab-compare .primary").click()
    page.until("return !!document.querySelector('.lab-timeline')")
    rows = browser.execute_script(
        "return [...document.querySelectorAll('.lab-compared tbody tr')].map((row) => [row.dataset.search,"
        " Number(row.dataset.depth),"
        " ...[...row.querySelectorAll('td')].slice(1).map((cell) => cell.textContent.trim())])"
    )
    assert [(row[0], row[1]) for row in rows] == [(name, n) for name in ("alphabeta", "minimax") for n in (1, 2, 3)]
    for name, depth, *cells in rows:
        trace = search(name).record(rules, rules.initial(options), {"depth": depth}, setup=options)
        replay = Replay(trace)
        replay.go(len(trace.steps))
        counts = replay.counts
        seconds = cells.pop(2)
        assert float(seconds) >= 0
        assert [int(cell) for cell in cells[:4]] == [counts.entered, counts.leaves, counts.cuts, counts.skipped]
        assert cells[4] == f"{trace.steps[-1].value:g}".replace("-", "−")
        assert cells[5] == trace.moves[trace.steps[-1].child]
    assert page.count(".lab-plot .curve") == 2
    assert page.count(".lab-plot .size") == 2, "b^d and b^(d/2) beside them"
    browser.execute_script(
        "const line = document.querySelector('#lab-compare-at');"
        " line.value = 500; line.dispatchEvent(new Event('input'))"
    )
    most = max(int(row[2]) for row in rows)
    for name in ("minimax", "alphabeta"):
        told = browser.execute_script(f"return document.querySelector('[data-run={name}] .number').textContent")
        whole = next(int(row[2]) for row in rows if row[:2] == [name, 3])
        assert told.startswith(f"{min(most // 2, whole)} nodes"), "all have entered as many nodes, or are done"
    browser.find_element("id", "lab-race").click()
    page.until(
        "return document.querySelectorAll('[data-run] strong').length === 2"
        " && [...document.querySelectorAll('[data-run] strong')].every((each) => each.textContent.endsWith('✓'))"
    )
    browser.find_element("css selector", "[name=compare-measure][value=seconds]").click()
    page.until("return !document.querySelector('.lab-plot .size')")
    assert violations(browser) == []
    assert console_errors(browser) == []


def test_a_typed_tree_is_changed_on_the_stage_and_its_cuts_with_it(browser: Chrome, server: Server) -> None:
    page = LabPage(browser, server, game="tree", position=TREE, search="alphabeta", settings={"depth": 0}, step=99)
    assert page.count(".stub:not(.unmet)") == 1
    browser.find_element("css selector", ".lab-tree [data-node='3'] .shape").click()
    page.until("return document.querySelector('.lab-change h2')?.textContent === 'Change node 1 0'")
    field = browser.find_element("id", "lab-change-value")
    assert field.get_attribute("value") == "3"
    field.clear()
    field.send_keys("8", Keys.TAB)
    page.until("return document.querySelectorAll('.lab-tree .node:not(.unmet)').length === 5")
    assert page.count(".stub") == 0
    assert page.values()["0"] == "7"
    page.until("return document.querySelector('.lab-change h2')?.textContent === 'Change node 1 0'")
    browser.find_element("css selector", "[data-change=right]").click()
    page.until("return document.querySelector('.lab-change h2')?.textContent === 'Change node 1 1'")
    page.until("return location.hash.includes('a+7+a+8')")
    browser.find_element("css selector", "[data-change=remove]").click()
    page.until("return document.querySelectorAll('.lab-tree .node:not(.unmet)').length === 4")
    assert page.values()["0"] == "7"
    assert console_errors(browser) == []


def test_a_cut_move_shows_its_position_and_another_order_changes_the_cuts(browser: Chrome, server: Server) -> None:
    rules = registry.game("othello")
    options = rules.options({"size": 4})

    def counted(**settings: Any) -> dict[str, int]:
        trace = search("alphabeta").record(rules, rules.initial(options), settings)
        replay = Replay(trace)
        replay.go(len(trace.steps))
        found = replay.counts
        return dict(zip(COUNTED, (found.entered, found.leaves, found.cuts, found.skipped), strict=True))

    page = LabPage(browser, server, game="othello", options={"size": 4}, search="alphabeta", settings={"depth": 3})
    page.press("To the end")
    assert page.counts() == counted(depth=3)
    page.until(f"return {STUB}?.getAttribute('aria-label')")
    browser.execute_script(f"{STUB}.focus()")
    page.until("return document.querySelector('.lab-place').textContent.includes('not looked at')")
    assert "alpha" in browser.execute_script("return document.querySelector('.lab-place').textContent")
    page.until("return document.querySelectorAll('.lab-board .disc').length === 4 + 3")
    browser.execute_script(f"{STUB}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
    page.until("return document.querySelector('[data-arrange=first]')").click()
    by_hand = page.until(
        "return new URLSearchParams(location.hash.slice(1)).get('settings')?.includes('by_hand')"
        " && JSON.parse(new URLSearchParams(location.hash.slice(1)).get('settings')).by_hand"
    )
    page.until("return document.querySelector('.lab-change p')?.textContent.includes('number 1 of')")
    assert page.counts() == counted(depth=3, by_hand=by_hand)
    page.until("return document.querySelector('[data-arrange=none]')").click()
    page.until("return !location.hash.includes('by_hand') && !document.querySelector('[data-arrange=none]')")
    assert page.counts() == counted(depth=3)
    assert console_errors(browser) == []


def test_a_question_for_a_value_hides_the_value(browser: Chrome, server: Server) -> None:
    page = LabPage(browser, server, game="tree", position=TREE, search="minimax", settings={"depth": 0})
    page.until("return document.querySelector('#lab-predict')").click()
    page.until("return !!document.querySelector('#lab-mode')")
    browser.execute_script(
        "const menu = document.querySelector('#lab-mode');menu.value = 'value'; menu.dispatchEvent(new Event('change'))"
    )
    page.until("return document.querySelectorAll('.lab-board .value').length === 5")
    board = "return [...document.querySelectorAll('.lab-board .value')].map((each) => each.textContent).sort()"
    page.until(f"{board}.join() === ',,?,?,?'")
    browser.find_element("xpath", "//button[contains(., 'Next question')]").click()
    page.until("return !!document.querySelector('.lab-question input')")
    assert page.values() == {"0": "6", "1": "6", "2": "?", "3": "3", "4": "7"}
    page.until(f"{board}.join() === ',,3,6,7'")
    field = browser.find_element("css selector", ".lab-question input")
    field.send_keys("3", Keys.ENTER)
    page.until("return document.querySelector('[data-score]')?.dataset.score === '1/1'")
    assert page.values()["2"] == "3"
    assert console_errors(browser) == []
