"""A real browser for tests, measurements and pictures: headless Chromium that talks to nobody but the server."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from urllib.parse import urlsplit

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

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


def start_browser(profile: Path, size: tuple[int, int] = (1280, 900)) -> Chrome:
    """A new headless Chromium with an empty profile; its network and console logs are kept."""
    options = ChromeOptions()
    options.binary_location = find_program("chromium", "chromium-browser", "google-chrome")
    for switch in (*QUIET, f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}"):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    browser = Chrome(options=options, service=Service(find_program("chromedriver")))
    browser.set_page_load_timeout(30)
    browser.set_script_timeout(30)
    return browser


def resize(browser: Chrome, width: int, height: int) -> None:
    """Give the page exactly this viewport, narrower than a window could be if need be."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def requested_hosts(browser: Chrome) -> set[str]:
    """All ``host:port`` that the browser's pages asked for since the last call."""
    hosts = set()
    for entry in browser.get_log("performance"):  # type: ignore[no-untyped-call]
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            address = message["params"]["request"]["url"]
        elif message["method"] == "Network.webSocketCreated":
            address = message["params"]["url"]
        else:
            continue
        if urlsplit(address).scheme in {"http", "https", "ws", "wss"}:
            hosts.add(urlsplit(address).netloc)
    return hosts


def console_errors(browser: Chrome) -> list[str]:
    """What the page's console reported as errors since the last call."""
    entries = browser.get_log("browser")  # type: ignore[no-untyped-call]
    return [entry["message"] for entry in entries if entry["level"] == "SEVERE"]
