"""What the wall of a class shows fits the wall, whatever is answered, and can be read from the back of the room."""

from __future__ import annotations

import json
from urllib.parse import urlencode

from selenium.webdriver import Chrome

from tests.browser.conftest import console_errors, resize, until_script
from tests.web.classes import Class, opened
from tools.benchmarks.serving import Server

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
LONG = "the move that takes the corner, though the other side then turns the whole row from c1 to c8 over again"
FOUND = """
const wall = document.querySelector('#class-wall');
const out = [];
const inside = (box) => box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
const telling = `h1, .class-wall-join, .class-counted, .class-wall-choices li, .class-bar, .class-wall-answer p,
  .class-sentence, .class-wall-closed, .lab-counts dd`;
for (const each of wall.querySelectorAll(telling)) {
  if (each.checkVisibility() && !inside(each.getBoundingClientRect())) out.push(each.className + each.textContent);
}
const frame = wall.querySelector('.lab-frame')?.getBoundingClientRect();
const root = wall.querySelector('[data-node="0"] .shape')?.getBoundingClientRect();
const asked = wall.querySelector('.current .shape')?.getBoundingClientRect();
for (const [name, box] of Object.entries({ root, asked })) {
  if (!box || box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom) {
    out.push(name);
  }
}
const sizes = [...wall.querySelectorAll('.lab-tree .node:not(.unmet) :is(.value, .move), h1, li, p, dd')]
  .filter((each) => each.checkVisibility() && each.textContent.trim())
  .map((each) => parseFloat(getComputedStyle(each).fontSize) * (each.getScreenCTM?.().a ?? 1));
return [out, Math.min(...sizes), document.documentElement.scrollHeight <= innerHeight + 1,
        document.documentElement.scrollWidth <= innerWidth + 1, frame.width * frame.height / innerWidth / innerHeight];
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
        students = [room.student(name) for name in ("Ada", "Bo", "Cy", "Di", "Eli", "Flo")]
        resize(browser, *SIZES[1])
        browser.get(f"{server.url}/class/{room.code}/wall")
        scene = link("alphabeta", 200, "othello", depth=4)
        room.teacher.done("show", scene={"kind": "stage", "link": scene, "caption": ""})
        until_script(browser, "document.querySelector('.lab-tree .current')", 40)
        shown(browser, compared, beside_question=False)
        asks(room, scene)
        until_script(browser, "document.querySelector('.class-wall-question .lab-tree .current')", 40)
        shown(browser, compared)
        for number, student in enumerate(students):
            student.wait(lambda student=student: student.state["question"])  # type: ignore[misc]
            student.answer(str(number))
        room.teacher.done("reveal")
        until_script(browser, "document.querySelectorAll('.class-bar').length === 6")
        shown(browser, compared)
        assert console_errors(browser) == []
    browser.get("about:blank")
    for pictures in compared:
        differ = browser.execute_async_script(COMPARED, pictures)
        assert max(differ) < 0.12, f"walls of one shape show much the same: {differ}"


def asks(room: Class, scene: str) -> None:
    """Ask a question with six answers, the longest in words."""
    choices = [{"text": str(number), "label": f"{number}: {LONG}"} for number in range(6)]
    prompt = f"What happens next at this node, and is it {LONG}?"
    why = f"Because of {LONG}, and since alpha has reached beta at this node."
    room.teacher.done("ask", kind="choice", prompt=prompt, choices=choices, right="2", why=why, link=scene)


def shown(browser: Chrome, compared: list[list[str]], beside_question: bool = True) -> None:
    """All of it fits each wall, large enough, and looks alike on each."""
    pictures: list[str] = []
    for width, height in SIZES:
        resize(browser, width, height)
        browser.execute_async_script(
            "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(arguments[0], 60)))"
        )
        out, smallest, high, wide, part = browser.execute_script(FOUND)
        assert out == [], (width, height, out)
        assert (high, wide) == (True, True), (width, height, "it scrolls")
        assert part > (0.28 if beside_question else 0.3), (width, height, part)
        if (width, height) == (1920, 1080):
            assert smallest >= (13 if beside_question else 24), smallest  # of six long answers only the tree stays so
        pictures.append(browser.get_screenshot_as_base64())
    compared.append(pictures)
