"""`joute verify`: a record whose chance follows from a committed secret is accepted, a changed one is refused with the reason."""

import json
from pathlib import Path

import pytest
from cli.shell import as_json, joute

import joute as package
from joute.core.fairness import Fairness, commitment_of, new_secret

GAME = package.game("diamant", seats=2, rounds=1)


@pytest.fixture
def record() -> package.GameRecord:
    secret = new_secret()
    fairness = Fairness(commitment_of(secret), secret, ["nonce-of-ana", ""])
    played = package.match(GAME, ["random", "random"], seed=fairness.seed)
    played.fairness = fairness
    return played


def written(content: dict[str, object]) -> str:
    Path("RECORD.json").write_text(json.dumps(content))
    return "RECORD.json"


def test_a_record_as_it_was_played_is_verified(record: package.GameRecord) -> None:
    assert record.fairness is not None
    file = written(record.to_json())
    assert "The deal follows from the committed secret." in joute("verify", file, "--commitment", record.fairness.commitment).stdout
    assert "La donne découle du secret engagé." in joute("verify", file, "--lang", "fr").stdout
    assert as_json("verify", file)["verified"] is True


def test_a_changed_record_is_refused(record: package.GameRecord) -> None:
    content = record.to_json()
    assert "does not follow from the secret" in joute("verify", written(content | {"seed": 1}), code=2).stderr
    assert (
        "not the one that was committed to"
        in joute("verify", written(content | {"fairness": content["fairness"] | {"secret": "0" * 32}}), code=2).stderr
    )
    assert "its replay with" in joute("verify", written(content | {"scores": [7.0, 0.0]}), code=2).stderr
    assert "has no commitment" in joute("verify", written(content | {"fairness": None}), code=2).stderr
    assert "n'a pas d'engagement" in joute("verify", written(content | {"fairness": None}), "--lang", "fr", code=2).stderr
    assert "another commitment" in joute("verify", written(content), "--commitment", "00", code=2).stderr
