"""Long work: a line on a terminal that says what is going on, and Ctrl-C heard while machine code runs."""

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Generic, TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from joute.cli.render.console import messages
from joute.core.agent import Stop
from joute.i18n import say
from joute.jit import compile

Result = TypeVar("Result")

PATIENCE = 0.2  # seconds of silence before anything is shown: quick answers need no spinner
FAREWELL = 2.0  # seconds that interrupted work gets to end by itself

_running: set[threading.Thread] = set()


class ProgressLine:
    """Says what goes on while a block runs: a bar once `advance` is told how far, and what is being compiled."""

    def __init__(self, title: str, game: str = "") -> None:
        self.title, self.game = title, game
        self.compiled: list[dict[str, Any]] = []  # what was compiled in this block: function and seconds
        self._console = messages()
        self._announced: set[str] = set()
        self._shown: Progress | None = None
        self._task: TaskID | None = None
        self._lock = threading.Lock()
        self._ended = False

    def __enter__(self) -> "ProgressLine":
        """Listen to the compiler, and show up if it takes long."""
        self._before, compile.announce = compile.announce, self._announce
        if self._console.is_terminal:
            self._timer = threading.Timer(PATIENCE, self._appear)
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
        """So much of the work is done."""
        with self._lock:
            self._state: dict[str, Any] = {"completed": done, "total": total}
            self._refresh()

    def retitle(self, title: str) -> None:
        """Something else is going on."""
        with self._lock:
            self.title = title
            self._refresh()

    _state: dict[str, Any] = {"completed": 0, "total": None}
    _compiling = ""

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
            self._shown.update(self._task, description=self._compiling or self.title, **self._state)

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


def _columns() -> list[Any]:
    return [
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        _Count(),
        TimeElapsedColumn(),
    ]


class _Count(MofNCompleteColumn):
    """How many of how many, where that is known."""

    def render(self, task: Any) -> Any:
        """Nothing while the total is unknown."""
        return "" if task.total is None else super().render(task)


class _Background(threading.Thread, Generic[Result]):
    """One piece of work in a thread of its own, with its result or its error."""

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
    """The result of long compiled work; Ctrl-C is heard at once, because the work runs beside the one who listens."""
    thread = _Background(work)
    _running.add(thread)
    thread.start()
    try:
        while not thread.ended.wait(0.1):
            pass
    except KeyboardInterrupt:
        if stop:
            stop.now()
        thread.ended.wait(FAREWELL)
        raise
    if thread.error:
        raise thread.error
    return thread.result


def still_running() -> bool:
    """Whether interrupted work has not ended yet: the process must not wait for it."""
    return bool(_running)
