"""Commands as tests type them."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from joute.cli.app import app

HERE = Path(__file__).parent
FINGERS = str(HERE / "fingers.py")
SECRETS = str(HERE / "secrets_game.py")
SMALL = ["-o", "width=3", "-o", "height=3", "-o", "align=3"]


def joute(*arguments: str, typed: str = "", code: int = 0, **environment: str) -> Result:
    """Run a command with these lines typed; it must end with that exit code and without a traceback."""
    result = CliRunner().invoke(app, list(arguments), input=typed, env=environment, prog_name="joute")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result


def as_json(*arguments: str) -> Any:
    """What a command reports with --json: nothing else is on its standard output."""
    return json.loads(joute(*arguments, "--json").stdout)


def lines(*words: str) -> str:
    """So many typed lines."""
    return "".join(f"{word}\n" for word in words)
