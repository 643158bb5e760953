"""A server, a browser, and visitors who notice every error on the page."""

import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from browser.live_server import FLAGS, LiveServer
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PATIENCE = 30_000  # milliseconds that anything may take on a loaded machine
# a setting, as if chosen before; blank pages may not store any
CHOSEN = "if (location.protocol !== 'about:') localStorage.getItem('joute.%s') ?? localStorage.setItem('joute.%s', '%s')"
FAILED = pytest.StashKey[bool]()
PICTURES = Path(__file__).parents[2] / "artefacts" / "browser"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    built = Path(__file__).parents[2] / "joute" / "server" / "http" / "static" / "index.html"
    assert built.is_file(), "the client is not built: run `make client`"
    running = LiveServer(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium on this machine")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield found
        found.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., BrowserContext]]:
    """Makes visitors; at the end, none may have met an error of the page."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def come(
        device: dict[str, Any] = DESKTOP,
        locale: str = "en-GB",
        scheme: Literal["light", "dark"] = "light",
        speed: str = "instant",
        sound: bool = False,
        forgiven: tuple[str, ...] = (),
    ) -> BrowserContext:
        context = browser.new_context(**device, locale=locale, color_scheme=scheme, reduced_motion="reduce")
        if not sound:
            context.add_init_script(CHOSEN % ("sound", "sound", "false"))
        context.set_default_timeout(PATIENCE)
        context.add_init_script(CHOSEN % ("speed", "speed", f'"{speed}"'))
        context.on("weberror", lambda error: errors.append(str(error.error)))
        context.on(
            "console",
            lambda message: (
                errors.append(message.text) if message.type == "error" and not any(words in message.text for words in forgiven) else None
            ),
        )
        contexts.append(context)
        return context

    yield come
    for context in contexts:
        if request.node.stash.get(FAILED, False):
            picture_of(context, request.node.name)
        context.close()
    assert errors == []


def picture_of(context: BrowserContext, test: str) -> None:
    """What a visitor saw when a test failed."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for number, page in enumerate(context.pages):
        page.screenshot(path=PICTURES / f"failed-{test.replace('/', '-')}-{number}.png")
        print(page.url, page.locator("main").inner_text())
