"""Runs a Python file as a bot: messages become calls of its class or function, and its prints go to the standard error.

Run as a script, with nothing but the standard library, so that a bot starts fast and small: `python_runner.py [--report=N] FILE [NAME]`.
With a report, what the sandbox denies the bot is written to the open file N, one JSON list a line: what it did, and to what.
"""

import errno
import importlib.util
import inspect
import json
import os
import random
import sys
import traceback
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

CLASS_INTERFACE = "IA_Diamant"
CLASS_WORDS = (CLASS_INTERFACE.encode(), b"fin_de_manche")  # in a file with such a class
REPORT = "--report="


class View(dict[str, Any]):
    """A JSON object whose fields are attributes too: view.path is view["path"]. It cannot be changed."""

    def __getattr__(self, name: str) -> Any:
        """A field."""
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no {name!r} here; there are: {', '.join(self)}") from None

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("a view cannot be changed; copy it with dict(view)")

    __setattr__ = __setitem__ = __delitem__ = __delattr__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


class PythonPlayer:
    """Calls `choose`, and `new_game`, `see` and `end` if the bot has them."""

    def __init__(self, made: Any) -> None:
        self.made = made  # a class, of which every game gets a new instance, or a function
        self.bot: Any = None
        self.random = random.Random()
        self.wants_events = inspect.isclass(made) and hasattr(made, "see")

    def new(self, message: View) -> None:
        """Start a game: the bot's generator and those of Python and NumPy are seeded with the game's seed."""
        self.random = random.Random(message.seed)
        random.seed(message.seed)
        if numpy := sys.modules.get("numpy"):
            numpy.random.seed(message.seed % 2**32)
        self.bot = self.made() if inspect.isclass(self.made) else self.made
        if hasattr(self.bot, "new_game"):
            self.bot.new_game(message)

    def act(self, message: View) -> Any:
        """The bot's answer: the name of an action, or a pair of that and its info."""
        if self.wants_events:
            self.bot.see(message.events)
        choose = self.bot.choose if inspect.isclass(self.made) else self.bot
        return choose(message.view, message.legal, message.clock, self.random)

    def end(self, message: View) -> None:
        """The game is over."""
        if self.wants_events and self.bot is not None:
            self.bot.see(message.events)
        if hasattr(self.bot, "end"):
            self.bot.end(message)
        self.bot = None


def load(file: Path) -> Any:
    """A Python file as a module; it may import files of its folder."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


def find(module: Any, name: str | None, file: Path) -> Any:
    """The class or function that plays: the one named, else `choose`, else the only class that can choose."""
    if name is not None:
        if not hasattr(module, name):
            sys.exit(f"{file.name} defines no {name}")
        if is_agent(getattr(module, name)):
            sys.exit(f"{name} is an agent, not a bot: import its base class from joute in {file.name}, so that it is known as one")
        return getattr(module, name)
    for usual in ("choose", CLASS_INTERFACE):
        if hasattr(module, usual):
            return getattr(module, usual)
    own = [found for found in vars(module).values() if inspect.isclass(found) and found.__module__ == module.__name__]
    players = [found for found in own if hasattr(found, "choose") and not is_agent(found)]
    if len(players) == 1:
        return players[0]
    if players:
        names = ", ".join(found.__name__ for found in players)
        sys.exit(f"{file.name} defines several bots: {names}; say which one, as in {file.name}:{players[0].__name__}")
    sys.exit(f"{file.name} defines no function choose(view, legal, clock, random) and no class with such a method")


def is_agent(found: Any) -> bool:
    """Whether this is a subclass of `joute.Agent`, which plays in Joute's own process."""
    return inspect.isclass(found) and any(base.__module__ == "joute.core.agent" for base in found.__mro__)


def player_of(made: Any) -> Any:
    """The adapter from messages to this class or function."""
    if inspect.isclass(made) and hasattr(made, "action") and not hasattr(made, "choose"):
        return load(Path(__file__).with_name("diamant_class_adapter.py")).ClassPlayer(made)
    return PythonPlayer(made)


def failed(error: BaseException, file: Path) -> dict[str, Any]:
    """The error message for an exception, with its line in the bot's file."""
    traceback.print_exception(error)
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(file)]
    place = f" ({file.name}, line {lines[-1]})" if lines else ""
    code = "memory" if isinstance(error, MemoryError) else "crash"
    return {"type": "error", "code": code, "text": f"it failed with {type(error).__name__}: {error}{place}"}


def serve(source: BinaryIO, sink: BinaryIO, file: Path, name: str | None) -> None:
    """Answer messages until the input ends."""

    def send(message: dict[str, Any]) -> None:
        sink.write(json.dumps(message, allow_nan=False).encode() + b"\n")

    player: Any = None
    try:
        for line in source:
            message = json.loads(line, object_hook=View)
            kind = message.get("type")
            if kind == "act":
                answer = player.act(message)
                action, info = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, None)
                send({"action": action if isinstance(action, str) else repr(action)} | ({} if info is None else {"info": info}))
            elif kind == "new":
                player.new(message)
            elif kind == "end":
                player.end(message)
            elif kind == "hello":
                if any(word in file.read_bytes() for word in CLASS_WORDS):
                    enter_engine_folder(file)
                module = load(file)
                made = find(module, name, file)
                player = player_of(made)
                send(described(module, made, file) | {"events": player.wants_events})
    except BaseException as error:
        if isinstance(error, SystemExit) and player is not None:
            raise
        send(failed(error, file))
        sys.exit(1)


def described(module: Any, made: Any, file: Path) -> dict[str, Any]:
    """The ready message: name, version and games as the bot states them, else from its file."""

    def stated(what: str, otherwise: Any) -> Any:
        return getattr(made, what, getattr(module, what.upper(), otherwise))

    usual = file.stem if getattr(made, "__name__", "choose") in ("choose", "Bot", CLASS_INTERFACE) else made.__name__
    ready = {"type": "ready", "name": str(stated("name", usual)), "version": str(stated("version", ""))}
    games = ["diamant"] if getattr(made, "__name__", "") == CLASS_INTERFACE else stated("games", None)
    return ready if games is None else ready | {"games": list(games)}


class DenialReport:
    """Writes down what the sandbox denies: an audit hook hears of every attempt, and tries it first where that changes nothing."""

    def __init__(self, sink: int) -> None:
        self.sink = sink
        self.trying = False
        self.seen = {("list", os.path.abspath(folder)) for folder in sys.path}  # looked through by every import

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """An audit hook (PEP 578)."""
        if self.trying:
            return
        self.trying = True
        try:
            if event == "open" and isinstance(arguments[0], (str, bytes, os.PathLike)):
                self.hear_open(os.fsdecode(arguments[0]), arguments[2])
            elif event in ("os.listdir", "os.scandir"):
                self.attempt("list", os.fsdecode(arguments[0] or "."), os.O_RDONLY | os.O_DIRECTORY)
            elif event == "socket.getaddrinfo":
                self.note("connect", f"{arguments[0]}:{arguments[1]}")
            elif event == "socket.__new__":
                self.hear_socket(*arguments[1:4])
            elif event in ("subprocess.Popen", "os.posix_spawn", "os.exec"):
                self.hear_program(os.fsdecode(arguments[0]))
        except Exception:
            return  # a report is not worth an error in the bot
        finally:
            self.trying = False

    def hear_open(self, path: str, flags: int) -> None:
        """A file is opened: for writing if the flags say so."""
        writes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        if not writes:
            self.attempt("read", path, os.O_RDONLY)
        elif os.path.lexists(path):
            self.attempt("write", path, os.O_WRONLY)
        else:
            folder = os.path.dirname(os.path.abspath(path))
            trial = os.path.join(folder, f".joute-{os.getpid()}")
            if self.attempt("write", path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, trial):
                os.unlink(trial)

    def hear_socket(self, family: int, kind: int, protocol: int) -> None:
        """A socket is made."""
        try:
            import _socket

            _socket.socket(family, kind, protocol).close()
        except PermissionError:
            names = {1: "UNIX", 2: "IPv4", 10: "IPv6"}
            self.note("socket", names.get(int(family), str(int(family))))

    def hear_program(self, program: str) -> None:
        """A program is started."""
        from shutil import which  # here, because few bots start programs

        found = which(program)
        if found is not None:
            self.attempt("run", found, os.O_RDONLY)

    def attempt(self, what: str, path: str, flags: int, tried: str | None = None) -> bool:
        """Whether that path can be opened; noted if it is not allowed."""
        try:
            os.close(os.open(tried or path, flags | os.O_NONBLOCK | os.O_CLOEXEC))
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):  # the last one: in bubblewrap
                self.note(what, os.path.abspath(path))
            return False
        return True

    def note(self, what: str, target: str) -> None:
        """Write it down, once."""
        if (what, target) not in self.seen:
            self.seen.add((what, target))
            os.write(self.sink, json.dumps([what, target]).encode() + b"\n")


def enter_engine_folder(file: Path) -> None:
    """Bots of the class interface expect to run in the folder of their engine, which has a folder `IA` with their files.

    They find one in their temporary directory, with links to the files of the bot's own folder in both; new files can be written there.
    """
    engine = Path(os.environ["TMPDIR"], "engine")
    own = engine / "IA"
    own.mkdir(parents=True, exist_ok=True)
    for folder in (file.parent, file.parent / "IA"):
        try:
            names = os.listdir(folder)
        except OSError:  # there is none, or only the file may be read
            names = [file.name] if folder == file.parent else []
        for name in names:
            for place in (engine, own):
                if not os.path.lexists(place / name):
                    (place / name).symlink_to(folder / name)
    os.chdir(engine)
    sys.path.insert(1, str(engine))


def main(file: Path, name: str | None, report: str | None) -> None:
    """Reserve the pipes for messages; the bot's own input is empty, and its output goes to the standard error."""
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.path[0] = str(file.parent)
    sys.argv = [str(file)]
    if report is not None:
        sys.addaudithook(DenialReport(int(report)).hear)
    serve(source, sink, file, name)


if __name__ == "__main__":
    report = sys.argv.pop(1).removeprefix(REPORT) if sys.argv[1].startswith(REPORT) else None
    main(Path(sys.argv[1]).resolve(), sys.argv[2] if len(sys.argv) > 2 else None, report)
