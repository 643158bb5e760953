"""Settings: from Python values or texts, checked, described."""

from dataclasses import dataclass

import pytest

from joute.core.errors import BadSetting
from joute.core.settings import changed, make, parse_pairs, setting, table, text_of_value, value_of_text


@dataclass(frozen=True)
class Tea:
    cups: int = setting(2, "how many", 1, 6)
    sugar: float = setting(0.5, "spoons", 0)
    milk: bool = setting(False, "white")
    kind: str = setting("green", "leaves", choices=("green", "black"))


def test_texts_become_values() -> None:
    assert make(Tea, {"cups": "3", "sugar": "1.5", "milk": "yes", "kind": "black"}, "tea") == Tea(3, 1.5, True, "black")
    assert make(Tea, {"cups": "4e0"}, "tea").cups == 4


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("cups", "7", "tea: cups=7 is not possible .1 to 6."),
        ("cups", "two", "not a whole number"),
        ("cups", 1.5, "not a whole number"),
        ("cups", True, "not a whole number"),
        ("cups", "inf", "not a whole number"),
        ("sugar", -1, "0 or more"),
        ("sugar", "inf", "not possible"),
        ("milk", "perhaps", "not yes or no"),
        ("kind", "red", "one of green, black"),
        ("biscuit", 1, "tea has no setting 'biscuit'; it has: cups, sugar, milk, kind"),
    ],
)
def test_a_wrong_value_is_refused_in_a_sentence(name: str, value: bool | int | float | str, complaint: str) -> None:
    with pytest.raises(BadSetting, match=complaint):
        make(Tea, {name: value}, "tea")


def test_pairs_are_read_from_a_text() -> None:
    assert parse_pairs("cups=3, sugar=1", "tea") == {"cups": "3", "sugar": "1"}
    with pytest.raises(BadSetting, match="key=value"):
        parse_pairs("cups", "tea")


def test_a_table_tells_every_setting() -> None:
    assert [(row.name, row.kind, row.default, row.allowed) for row in table(Tea)] == [
        ("cups", "int", 2, "1 to 6"),
        ("sugar", "float", 0.5, "0 or more"),
        ("milk", "bool", False, "yes or no"),
        ("kind", "str", "green", "one of green, black"),
    ]


def test_only_what_was_chosen_is_kept() -> None:
    assert changed(make(Tea, {"cups": 2, "milk": True}, "tea")) == {"milk": True}


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "ismcts:iterations=20,rollout=careful",
        "fallible:of=ismcts+iterations=20+rollout=careful,temperature=1",
        "best_response:to=fallible+of=ismcts++iterations=20+temperature=1,policy_samples=2",
        "cmd:python bot.py:x --rate=1,2",
    ],
)
def test_an_agent_s_text_can_be_the_value_of_a_setting(text: str) -> None:
    value = value_of_text(text)
    assert "," not in value
    assert text_of_value(value) == text
