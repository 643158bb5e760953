"""A zoo of bad bots. Programs speak the messages themselves and go wrong when asked to act; files are Python bots that do."""

from dataclasses import dataclass
from pathlib import Path

from joute.core.faults import Code

SPEAKS = """
import json, os, signal, sys, time

def say(message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()

def act(message):
{act}

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({{"type": "ready", "name": "animal", "version": "1"}})
    elif message["type"] == "act":
        act(message)
"""

CHOOSES = """
import os, sys, time
{before}

def choose(view, legal, clock, random):
{act}
"""


@dataclass(frozen=True)
class Animal:
    """A bad bot, and the fault that it must be charged with; None: it is only ugly, and plays on."""

    code: Code | None
    act: str
    python_file: bool = False
    before: str = ""
    limits: str = ""
    whole: str = ""  # the whole program, where it does not even speak

    def text(self, folder: Path, name: str, python: str) -> str:
        """The bot's text, once its file is written."""
        file = folder / f"{name.replace(' ', '_')}.py"
        act = "\n".join(f"    {line}" for line in self.act.splitlines())
        template = CHOOSES if self.python_file else SPEAKS
        file.write_text(self.whole or template.format(act=act, before=self.before))
        if self.python_file:
            return f"{file}:{self.limits}" if self.limits else str(file)
        return f"cmd:{self.limits}:{python} {file}" if self.limits else f"cmd:{python} {file}"


ANSWERS = 'say({"action": message["legal"][0]})'
BRIEF = "bank=0.3,increment=0"
FORKS = """
for _ in range(3):
    if os.fork() == 0:
        if _ == 1:
            os.setsid()
            if os.fork():
                os._exit(0)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(600)
        os._exit(0)
"""

ZOO = {
    "never answers": Animal(Code.silence, "time.sleep(600)", limits=BRIEF),
    "answers once and then sleeps": Animal(
        Code.time, f"{ANSWERS}\nact.__globals__['act'] = lambda message: time.sleep(600)", limits="bank=3,increment=0"
    ),
    "answers garbage": Animal(Code.garbage, 'print("I would explore", flush=True)'),
    "answers bytes that are no text": Animal(Code.garbage, 'sys.stdout.buffer.write(b"\\xff\\xfe\\n"); sys.stdout.flush()'),
    "answers a list": Animal(Code.garbage, 'say(["explore"])'),
    "answers without an action": Animal(Code.garbage, 'say({"move": "explore"})'),
    "answers a number": Animal(Code.garbage, 'say({"action": 1})'),
    "answers no number": Animal(Code.garbage, 'print(\'{"action": "explore", "info": {"value": NaN}}\', flush=True)'),
    "answers a number beyond all": Animal(Code.garbage, 'print(\'{"action": "explore", "info": {"value": 1e999}}\', flush=True)'),
    "answers half a letter": Animal(Code.garbage, 'say({"action": "explore", "info": {"comment": chr(0xD800)}})'),
    "answers the letter that is none": Animal(Code.garbage, 'say({"action": "explore", "info": {"comment": chr(0)}})'),
    "answers strange letters": Animal(None, 'say({"action": "explore", "info": {"comment": "\\\\u0000 é \\U0001f600 \\x1b[2J"}})'),
    "nests its info deep": Animal(Code.garbage, 'print(\'{"action": "explore", "info": \' + 60 * \'{"a":\' + "0" + 61 * "}", flush=True)'),
    "nests its answer deep": Animal(Code.garbage, 'print("[" * 20000, flush=True)'),
    "answers a megabyte": Animal(Code.flood, 'say({"action": "x" * (1 << 20)})'),
    "answers for ever": Animal(Code.flood, "while True:\n    sys.stdout.write('x' * 1000)"),
    "answers lines for ever": Animal(Code.flood, "while True:\n    print('explore' * 100)"),
    "plays an illegal action": Animal(Code.illegal, 'say({"action": "castle"})'),
    "exits": Animal(Code.crash, "sys.exit(3)"),
    "exits before it is ready": Animal(Code.start, "", whole="import sys; sys.exit(3)"),
    "is killed": Animal(Code.crash, "os.kill(os.getpid(), signal.SIGKILL)"),
    "forks and sleeps": Animal(Code.silence, f"{FORKS}\ntime.sleep(600)", limits=BRIEF),
    "forks and exits": Animal(Code.crash, f"{FORKS}\nos._exit(1)"),
    "forks and plays": Animal(None, f"{FORKS}\n{ANSWERS}"),
    "eats memory": Animal(Code.memory, "food = []\nwhile True:\n    food.append(bytearray(1 << 24))", limits="memory=200"),
    "prints to the standard output": Animal(Code.garbage, f'print("thinking", flush=True)\n{ANSWERS}'),
    "closes its input": Animal(Code.silence, f"{ANSWERS}\nos.close(0)\ntime.sleep(600)"),
    "closes its output": Animal(Code.silence, "os.close(1)\ntime.sleep(600)"),
    "ignores SIGTERM": Animal(Code.silence, "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(600)", limits=BRIEF),
    "complains at length": Animal(None, f"sys.stderr.write('no! ' * 500000); sys.stderr.flush()\n{ANSWERS}"),
    "never gets ready": Animal(Code.start, "", whole="import time; time.sleep(600)", limits="start=0.3"),
    "talks before it is asked": Animal(Code.start, "", whole="print('Hello, I am a bot', flush=True); input(); input(); input()"),
    "floods at once": Animal(Code.flood, "", whole="while True: print('me ' * 100)"),
    "a file that raises": Animal(Code.crash, "return legal[99]", python_file=True),
    "a file that does not compile": Animal(Code.start, "return (", python_file=True),
    "a file without a bot": Animal(Code.start, "", python_file=True, whole="moves = 3\n"),
    "a file that prints": Animal(None, "print('thinking')\nos.write(1, b'aloud')\nreturn legal[0]", python_file=True),
    "a file that reads the input": Animal(Code.crash, "return input()", python_file=True),
    "a file that eats memory": Animal(
        Code.memory, "return [bytearray(1 << 24) for _ in range(100)]", python_file=True, limits="memory=300"
    ),
    "a file that returns nothing": Animal(Code.illegal, "pass", python_file=True),
    "a file that returns a strange info": Animal(Code.crash, "return legal[0], {'why': {1, 2}}", python_file=True),
    "a file that exits": Animal(Code.crash, "sys.exit(0)", python_file=True),
    "a file that changes its view": Animal(Code.crash, "view['round'] = 9\nreturn legal[0]", python_file=True),
    "a file that hangs when loaded": Animal(Code.start, "", python_file=True, before="time.sleep(600)", limits="start=0.5"),
}
