"""Long work at the terminal: progress lines, displays that refresh, and Ctrl-C while compiled code runs."""

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Generic, Self, TypedDict, TypeVar

from rich.console import RenderableType
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from joute.cli.render.console import messages
from joute.core.agent import Stop
from joute.i18n import say
from joute.jit import compile

Result = TypeVar("Result")

SHOW_AFTER = 0.2  # seconds: quick work needs no progress line
GRACE = 2.0  # seconds that interrupted work gets to end by itself
REFRESH_INTERVAL = 0.25  # seconds between two refreshes of a display on a terminal
LOG_INTERVAL = 30.0  # seconds between two lines elsewhere

_running: set[threading.Thread] = set()


class CompiledFunction(TypedDict):
    """A function that was compiled, and the time it took."""

    function: str
    seconds: float


class ProgressLine:
    """A line on a terminal while a block runs: a title, a bar once `advance` is called, and what is being compiled."""

    def __init__(self, title: str, game: str = "") -> None:
        self.title, self.game = title, game
        self.compiled: list[CompiledFunction] = []  # in this block
        self._console = messages()
        self._announced: set[str] = set()
        self._shown: Progress | None = None
        self._task: TaskID | None = None
        self._lock = threading.Lock()
        self._done = 0
        self._total: int | None = None
        self._compiling = ""
        self._ended = False

    def __enter__(self) -> "ProgressLine":
        """Listen to the compiler, and appear if the work takes long."""
        self._before, compile.announce = compile.announce, self._announce
        if self._console.is_terminal:
            self._timer = threading.Timer(SHOW_AFTER, self._appear)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Leave the terminal as it was."""
        compile.announce = self._before
        with self._lock:
            self._ended = True
            if self._console.is_terminal:
                self._timer.cancel()
            if self._shown:
                self._shown.stop()

    def advance(self, done: int, total: int) -> None:
        """Show how much of the work is done."""
        with self._lock:
            self._done, self._total = done, total
            self._refresh()

    def retitle(self, title: str) -> None:
        """Show another title."""
        with self._lock:
            self.title = title
            self._refresh()

    def _appear(self) -> None:
        with self._lock:
            if self._ended:
                return
            self._shown = Progress(*_columns(), console=self._console, transient=True)
            self._task = self._shown.add_task(self.title, total=None)
            self._shown.start()
            self._refresh()

    def _refresh(self) -> None:
        if self._shown is not None and self._task is not None:
            self._shown.update(self._task, description=self._compiling or self.title, completed=self._done, total=self._total)

    def _announce(self, label: str, seconds: float | None) -> None:
        """The compiler begins (no seconds yet) or ends a function."""
        module = label.partition(".")[0]
        name = say("the rules") if module == "rule_calls" else module
        sentence = say("compiling {name} for {game} (once)…", name=name, game=self.game or "joute")
        with self._lock:
            if seconds is not None:
                self.compiled.append({"function": label, "seconds": round(seconds, 3)})
            self._compiling = sentence if seconds is None else ""
            self._refresh()
            first = name not in self._announced
            self._announced.add(name)
        if first and not self._console.is_terminal:
            self._console.print(sentence)


def _columns() -> list[ProgressColumn]:
    return [SpinnerColumn(), TextColumn("{task.description}"), BarColumn(bar_width=30), _Count(), TimeElapsedColumn()]


class _Count(MofNCompleteColumn):
    """Done and total, if the total is known."""

    def render(self, task: Task) -> Text:
        """Nothing while the total is unknown."""
        return Text() if task.total is None else super().render(task)


class LiveDisplay:
    """A display of a long run: refreshed on a terminal, a line now and then elsewhere."""

    def __init__(self) -> None:
        self.console = messages()
        self._live = Live(console=self.console, auto_refresh=False, transient=True) if self.console.is_terminal else None
        self._last = 0.0 if self._live else time.monotonic()

    def __enter__(self) -> Self:
        """Start to refresh."""
        if self._live:
            self._live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Leave the terminal as it was."""
        if self._live:
            self._live.stop()

    def refresh(self, picture: Callable[[], RenderableType], line: Callable[[], str], now: bool = False) -> None:
        """Show the picture on a terminal or the line elsewhere, if it is time or must be now."""
        if not now and time.monotonic() - self._last < (REFRESH_INTERVAL if self._live else LOG_INTERVAL):
            return
        self._last = time.monotonic()
        if self._live:
            self._live.update(picture(), refresh=True)
        else:
            self.console.print(line(), soft_wrap=True)


def progress_bar(part: float | None) -> Table:
    """A bar that shows a part of 1; a pulse if it is not known."""
    drawn = Table.grid()  # a bar alone does not end its line
    drawn.add_row(ProgressBar(total=1.0, completed=part or 0.0, pulse=part is None, width=60))
    return drawn


class _Background(threading.Thread, Generic[Result]):
    """Work in a thread of its own, with its result or its error."""

    result: Result
    error: BaseException | None = None

    def __init__(self, work: Callable[[], Result]) -> None:
        super().__init__(daemon=True)
        self.work = work
        self.ended = threading.Event()  # not join: an interrupted join takes the thread for ended (Python before 3.13)

    def run(self) -> None:
        try:
            self.result = self.work()
        except BaseException as error:
            self.error = error
        finally:
            _running.discard(self)
            self.ended.set()


def run_interruptibly(work: Callable[[], Result], stop: Stop | None = None) -> Result:
    """The result of long compiled work, which runs in a thread so that Ctrl-C is handled at once."""
    thread = _Background(work)
    _running.add(thread)
    try:
        thread.start()
        while not thread.ended.wait(0.1):
            pass
    except KeyboardInterrupt:
        if stop:
            stop.now()
        thread.ended.wait(GRACE)
        raise
    if thread.error:
        raise thread.error
    return thread.result


def still_running() -> bool:
    """Whether interrupted work has not ended yet; the process must not wait for it."""
    return bool(_running)
