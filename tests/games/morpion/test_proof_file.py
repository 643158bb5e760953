"""The proof file of the first player's win, and the program that checks it without Joute."""

import ast
import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import check_morpion_proof
import pytest
from check_morpion_proof import Refused, check

ROOT = Path(__file__).parents[3]
FILE = ROOT / "docs" / "proofs" / "morpion-12x12.json"
PROOF: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))


def test_the_proof_of_the_centre_is_accepted() -> None:
    program = str(check_morpion_proof.__file__)
    checked = subprocess.run([sys.executable, "-I", program, str(FILE)], capture_output=True, text=True, timeout=60, check=False)
    assert checked.stdout.startswith("proven: X plays f6")
    assert checked.returncode == 0


def test_the_checker_imports_nothing_of_joute() -> None:
    tree = ast.parse(Path(check_morpion_proof.__file__).read_text(encoding="utf-8"))
    names = [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    names += [str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert set(names) == {"json", "sys", "pathlib", "typing"}


def test_a_proof_without_one_of_its_answers_is_refused() -> None:
    answers = [(number, answer) for number, node in enumerate(PROOF["nodes"]) if len(node) > 1 for answer in node[2]]
    for number, answer in answers[::10]:
        damaged = copy.deepcopy(PROOF)
        del damaged["nodes"][number][2][answer]
        with pytest.raises(Refused):
            check(damaged)


def test_a_proof_with_a_wrong_last_move_is_refused() -> None:
    for number in range(0, len(PROOF["nodes"]) - 1, 10):
        node = PROOF["nodes"][number]
        damaged = copy.deepcopy(PROOF)
        damaged["nodes"][number][0] = " ".join([*node[0].split()[:-1], "a12"])
        with pytest.raises(Refused):
            check(damaged)


@pytest.mark.parametrize("first", ["a1", "g6", "m13"])
def test_a_proof_for_another_first_stone_is_refused(first: str) -> None:
    with pytest.raises(Refused):
        check({**PROOF, "first": first})


def test_an_answer_that_leads_back_is_refused() -> None:
    damaged = copy.deepcopy(PROOF)
    damaged["nodes"][-1][1] = len(damaged["nodes"]) - 1
    with pytest.raises(Refused, match="before its own"):
        check(damaged)
