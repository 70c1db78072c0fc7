"""A real browser for tests, measurements and pictures: headless Chromium that talks to nobody but the server."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

_NOTE = """
new MutationObserver((changes, observer) => {
  if (document.querySelector("SELECTOR")) {
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.drawnAt = performance.now(); }));
  }
}).observe(document, {childList: true, subtree: true});
"""
QUIET = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    "--disable-features=Translate,OptimizationHints,MediaRouter,CertificateTransparencyComponentUpdater",
)


def find_program(*names: str) -> str:
    """The path of the first of these programs that is installed."""
    for name in names:
        path = shutil.which(name)
        if path:
            return path
    raise RuntimeError(f"{names[0]} is missing; `make test` installs it, or says how")


def start_browser(
    profile: Path,
    size: tuple[int, int] = (1280, 900),
    switches: tuple[str, ...] = (),
    workers: bool = False,
    program: str = "",
    requests: bool = True,
) -> Chrome:
    """A new headless Chromium with an empty profile and further ``switches``; its console's log is kept, and that
    of all ``requests``, which takes a tenth of the processor.

    Without ``workers`` no page has a service worker, which would fetch a hundred files at the first page. ``program``
    is the path of another Chromium than the installed one.
    """
    options = ChromeOptions()
    options.binary_location = program or find_program("chromium", "chromium-browser", "google-chrome")
    for switch in (*QUIET, *switches, f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}"):
        options.add_argument(switch)
    logs = ["browser", *(["performance"] if requests else [])]
    options.set_capability("goog:loggingPrefs", dict.fromkeys(logs, "ALL"))
    browser = Chrome(options=options, service=Service(find_program("chromedriver")))
    if not workers:
        leave_workers_out(browser)
    browser.set_page_load_timeout(30)
    browser.set_script_timeout(30)
    return browser


def leave_workers_out(browser: Chrome) -> None:
    """Let no page that this tab opens from now on have a service worker."""
    source = {"source": "delete Navigator.prototype.serviceWorker"}
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", source)


@contextmanager
def open_browser() -> Iterator[Chrome]:
    """A new browser without a cache, ended afterwards."""
    with tempfile.TemporaryDirectory() as profile:
        browser = start_browser(Path(profile))
        try:
            yield browser
        finally:
            browser.quit()


def wait_for(browser: Chrome, script: str, patience: float = 60) -> None:
    """Wait until the script's value is true; raises ``TimeoutException`` after so many seconds."""
    WebDriverWait(browser, patience, poll_frequency=0.05).until(lambda one: one.execute_script(f"return {script}"))


def note_drawing(browser: Chrome, selector: str) -> None:
    """Have every page note when it has first drawn something that fits the selector (without double quotes)."""
    browser.get("about:blank")
    source = {"source": _NOTE.replace("SELECTOR", selector)}
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", source)


def drawn_at(browser: Chrome, address: str) -> float:
    """Milliseconds from the request of a page until it has drawn that; raises ``TimeoutException`` after 20 s."""
    browser.get(address)
    wait_for(browser, "window.drawnAt ?? null", 20)
    return float(browser.execute_script("return window.drawnAt"))


def resize(browser: Chrome, width: int, height: int) -> None:
    """Give the page exactly this viewport, narrower than a window could be if need be."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
