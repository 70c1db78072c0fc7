"""What the wall of a class shows fits the wall, whatever is answered, and can be read from the back of the room."""

from __future__ import annotations

import json
import time
from typing import Any
from urllib.parse import urlencode

from selenium.webdriver import Chrome

from tests.browser.conftest import console_errors, resize, until_script
from tests.web.classes import Class, Member, opened
from tools.benchmarks.serving import Server

SETTLED = 10.0
"""Seconds within which a wall has drawn what is new on it."""
SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
THEMES = ("light", "dark", "contrast", "colourblind")
LONG = "the move that takes the corner, though the other side then turns the whole row from c1 to c8 over again"
GERMAN = "der Zug, der die Ecke nimmt, obwohl die andere Seite danach die ganze Reihe von c1 bis c8 wieder umdreht"
FOUND = """
const [themes] = arguments;
const wall = document.querySelector('#class-wall');
const out = [], small = [], pale = [];
const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
const known = new Map();
const rgb = (colour) => {
  if (!known.has(colour)) {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    known.set(colour, [...pen.getImageData(0, 0, 1, 1).data]);
  }
  return known.get(colour);
};
const channel = (value) => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const ratio = (one, other) => {
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};
const isSvg = (each) => each.namespaceURI.endsWith('svg') && each.localName !== 'svg';
const ground = (each) => { // what a text of the tree stands on is its node's, where it stands in it, else the page's
  const shape = each.matches('.value') ? each.closest('.node').querySelector('.shape:not(.rim)') : null;
  if (shape && rgb(getComputedStyle(shape).fill)[3]) return rgb(getComputedStyle(shape).fill);
  for (let up = each; up; up = up.parentElement) {
    const colour = isSvg(up) ? [0, 0, 0, 0] : rgb(getComputedStyle(up).backgroundColor);
    if (colour[3] === 255) return colour;
  }
  return [255, 255, 255, 255];
};
const inside = (box, of) => box.left >= of.left - 1 && box.top >= of.top - 1
  && box.right <= of.right + 1 && box.bottom <= of.bottom + 1;
const screen = new DOMRect(0, 0, innerWidth, innerHeight);
const frame = wall.querySelector('.lab-frame')?.getBoundingClientRect();
const code = wall.querySelector('.class-code-lines');
const texts = [];
const walker = document.createTreeWalker(wall, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const each = node.parentElement;
  if (!node.data.trim() || each.closest('.hidden-visually, title, style')) continue;
  if (!each.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  let box = range.getBoundingClientRect();
  if (isSvg(each)) box = new DOMRect(box.x, box.y + box.height / 5, box.width, box.height * 0.6); // its letters
  const [framed, lines] = [each.closest('.lab-frame'), each.closest('.class-code-lines')];
  if (!box.width || (framed && !inside(box, frame)) || (lines && !inside(box, code.getBoundingClientRect()))) continue;
  texts.push(each);
  for (let up = each; up !== wall; up = up.parentElement) {
    if (isSvg(up) || getComputedStyle(up).overflow === 'visible') continue;
    if (!inside(box, up.getBoundingClientRect())) out.push('cut off: ' + node.data);
  }
  if (!inside(box, screen)) out.push(node.data);
  const matrix = each.getScreenCTM?.();
  const size = parseFloat(getComputedStyle(each).fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
  small.push([size, each.getAttribute('class') + ' ' + node.data.trim().slice(0, 40)]);
}
const map = wall.querySelector('.lab-overview:not([hidden])')?.getBoundingClientRect();
for (const [name, query] of [['root', '[data-node="0"]'], ['asked', '.current']]) {
  const box = frame && wall.querySelector(`${query} .shape`)?.getBoundingClientRect();
  if (frame && (!box || !inside(box, frame))) out.push(name);
  if (map && box && box.right > map.left && box.left < map.right && box.top < map.bottom && box.bottom > map.top) {
    out.push(`the map lies over ${name}`);
  }
}
if (wall.querySelector('.lab-tree .folds') && !map) out.push('no map');
if (map && !inside(map, frame)) out.push('map');
const before = document.documentElement.dataset.theme ?? '';
for (const theme of themes) {
  document.documentElement.dataset.theme = theme;
  for (const each of texts) {
    if (each.closest('.board') || !each.closest('.class-stage')) continue; // boards have colours of their own
    const colour = getComputedStyle(each)[isSvg(each) ? 'fill' : 'color'];
    const found = ratio(rgb(colour), ground(each));
    if (found < 7) pale.push([theme, found, each.getAttribute('class'), each.textContent.slice(0, 30)]);
  }
}
document.documentElement.dataset.theme = before;
small.sort((one, other) => one[0] - other[0]);
const { scrollHeight, scrollWidth } = document.documentElement;
return { out, small: small[0], pale: pale.slice(0, 5),
  scrolls: scrollHeight > innerHeight + 1 || scrollWidth > innerWidth + 1,
  part: frame ? frame.width * frame.height / innerWidth / innerHeight : 1 };
"""
COMPARED = """
const [sent, done] = arguments;
const grey = async (data) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + data;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [160, 90];
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0, 160, 90);
  const { data: rgba } = pen.getImageData(0, 0, 160, 90);
  return Array.from({ length: 160 * 90 }, (_, at) => rgba[4 * at]);
};
Promise.all(sent.map(grey)).then(([small, usual, large]) => {
  const share = (other) => usual.filter((value, at) => Math.abs(value - other[at]) > 64).length / usual.length;
  done([share(small), share(large)]);
}, (error) => done(String(error)));
"""
"""How much of three pictures differs: of the first and the last from the middle one."""


NAMES = "return [...document.querySelectorAll('.class-wall-names li')].map((each) => each.innerText)"


def link(search: str, step: int, game: str = "tree", **fields: object) -> str:
    """The address of a stage."""
    asked = {
        "game": game,
        "search": search,
        "settings": json.dumps({"depth": fields.pop("depth", 0)}),
        "step": str(step),
    }
    return f"/lab#{urlencode({**asked, **fields})}"


def test_the_wall_shows_all_of_a_question_whatever_is_answered(browser: Chrome, server: Server) -> None:
    compared: list[list[str]] = []
    with opened(server) as room:
        students = [room.student(name) for name in ("Ada", "Bo", "Cy")]
        resize(browser, *SIZES[1])
        browser.get(f"{server.url}/class/{room.code}/wall")
        scene = link("alphabeta", 200, "othello", depth=4)
        room.teacher.done("show", scene={"kind": "stage", "link": scene, "caption": ""})
        until_script(browser, "document.querySelector('.lab-tree .current')", 40)
        shown(browser, compared, beside_question=False)
        for words in (GERMAN, LONG):
            asked = asks(room, scene, words)
            until_script(browser, f"document.querySelector('.class-wall-choices')?.textContent.includes('{words}')")
            until_script(browser, "document.querySelector('.class-wall-question .lab-tree .current')", 40)
            shown(browser, compared if words == LONG else [], SIZES if words == LONG else SIZES[1:2])
            for number, student in enumerate(students):
                assert student.do("answer", question=asked, text=str(number))["ok"]
            room.teacher.done("reveal")
            until_script(browser, "document.querySelectorAll('.class-bar').length === 6")
            shown(browser, compared if words == LONG else [], SIZES if words == LONG else SIZES[1:2])
        other_kinds(browser, room, students[0], scene)
        assert console_errors(browser) == []
    browser.get("about:blank")
    for pictures in compared:
        differ = browser.execute_async_script(COMPARED, pictures)
        assert max(differ) < 0.12, f"walls of one shape show much the same: {differ}"


def other_kinds(browser: Chrome, room: Class, student: Member, scene: str) -> None:
    """Each kind of question, and two short answers, before and after the answer; other steps; a small tree."""
    two = [{"text": each, "label": each} for each in ("yes", "no")]
    kinds: list[tuple[dict[str, Any], str]] = [
        ({"kind": "choice", "prompt": "Cut?", "choices": two, "right": "yes", "link": at(scene, 20)}, "yes"),
        ({"kind": "value", "prompt": "Which value?", "right": "5", "why": LONG, "link": at(scene, 420)}, "7"),
        ({"kind": "text", "prompt": LONG, "link": at(scene, 90)}, "because"),
        ({"kind": "move", "game": "othello", "right": "d3", "why": GERMAN}, "c4"),
        ({"kind": "value", "prompt": "Which value?", "right": "5", "link": link("alphabeta", 12, "tree")}, "5"),
    ]
    for question, given in kinds:
        asked = room.teacher.done("ask", **question)["question"]
        until_script(browser, "document.querySelector('.class-counted')?.textContent.startsWith('0')")
        until_script(browser, "document.querySelector('#class-board svg, .class-wall-question .lab-tree .current')", 40)
        shown(browser, [], SIZES[1:2])
        assert student.do("answer", question=asked, text=given)["ok"]
        if question["kind"] != "text":
            room.teacher.done("reveal")
            until_script(browser, "document.querySelector('.class-bar, .class-wall-answer')")
            shown(browser, [], SIZES[1:2])


def at(scene: str, step: int) -> str:
    """The link of a stage at another step."""
    return scene.replace("step=200", f"step={step}")


def asks(room: Class, scene: str, words: str) -> str:
    """Ask a question with six answers, the longest in words; its id."""
    choices = [{"text": str(number), "label": f"{number}: {words}"} for number in range(6)]
    prompt = f"What happens next at this node, and is it {words}?"
    why = f"Because of {words}, and since alpha has reached beta at this node."
    done = room.teacher.done("ask", kind="choice", prompt=prompt, choices=choices, right="2", why=why, link=scene)
    return str(done["question"])


def shown(
    browser: Chrome, compared: list[list[str]], sizes: tuple[tuple[int, int], ...] = SIZES, beside_question: bool = True
) -> None:
    """All of it fits each wall, large enough, and looks alike on each."""
    pictures: list[str] = []
    for width, height in sizes:
        resize(browser, width, height)
        end = time.monotonic() + SETTLED
        while True:
            browser.execute_async_script(
                "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(arguments[0], 60)))"
            )
            found = browser.execute_script(FOUND, THEMES if (width, height) == SIZES[1] else [])
            if not found["out"] or time.monotonic() > end:
                break
        assert found["out"] == [], (width, height, found["out"])
        assert not found["scrolls"], (width, height)
        assert found["part"] > (0.28 if beside_question else 0.3), (width, height, found["part"])
        least = 23.9 * height / 1080 if height > 720 else 14
        assert found["small"][0] >= least, (width, height, found["small"])
        assert found["pale"] == [], found["pale"]
        if len(sizes) > 1:
            pictures.append(browser.get_screenshot_as_base64())
    compared.append(pictures)


def test_as_many_names_as_have_room_stand_on_the_wall_and_the_others_are_counted(
    browser: Chrome, server: Server
) -> None:
    with opened(server) as room:
        room.teacher.done("names", on=True)
        students = [room.student(f"Wolfgang Amadeus {number}") for number in range(45)]
        assert all(each.joined["state"]["names"] is None for each in students), "they stand on the wall"
        for width, height in (*SIZES, (1024, 600)):
            resize(browser, width, height)
            browser.get(f"{server.url}/class/{room.code}/wall")
            last = "[...document.querySelectorAll('.class-wall-names li')].at(-1)"
            until_script(browser, f"document.querySelector('.class-wall-count b')?.textContent === '45' && {last}")
            found = browser.execute_script(FOUND, [])
            assert found["out"] == [], (width, height, found["out"])
            assert not found["scrolls"], (width, height)
            *named, last_of_all = browser.execute_script(NAMES)
            more = last_of_all.removeprefix("and ").removesuffix(" more")
            assert len(named) + (int(more) if more.isdigit() else 1) == 45
        assert console_errors(browser) == []
