"""`joute --lan`: the server for the people in the room."""

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from cli.shell import joute

from joute.server.settings import lan_addresses


@pytest.mark.parametrize("arguments", [["--lan"], ["serve", "--lan", "--no-browser"]])
def test_lan_prints_an_address_at_which_the_server_answers(tmp_path: Path, arguments: list[str]) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    settings = {"JOUTE_PORT": "0", "JOUTE_DATABASE": f"{tmp_path}/joute.sqlite", "JOUTE_WARM": "no", "LANG": "C"}
    command = [sys.executable, "-m", "joute", *arguments]
    with subprocess.Popen(command, env=environment | settings, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            own, others = process.stdout.readline(), process.stdout.readline()
            port = re.search(r"http://localhost:(\d+)", own)
            assert port is not None
            if lan_addresses():
                address = f"http://{lan_addresses()[0]}:{port[1]}"
                assert address in others
                found = httpx.get(f"{address}/api/server", timeout=60, trust_env=False).json()
                assert address in found["addresses"]
            else:
                assert "in no network" in others
        finally:
            process.terminate()


def test_lan_and_host_exclude_each_other() -> None:
    assert "leave out --host 10.0.0.1" in joute("serve", "--lan", "--host", "10.0.0.1", code=2).stderr
    assert "joute serve --lan" in joute("--lan", "games", code=2).stderr
