"""Answers of participants: one row each, as JSON lines or comma-separated values, without a name, an address or a time of day."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from joute.core.errors import BadRecord, JouteError, known, system_reason
from joute.explain.study.design import StudyStep

ENDINGS = (".jsonl", ".csv")


@dataclass(frozen=True)
class StudyAnswer:
    """One step of one participant: a prediction, or an example that was read."""

    study: str
    version: str  # of the plan
    participant: str  # a random text
    arm: str  # what the participant sees with the examples: reasons, or none
    order: str  # which set of questions comes first
    phase: str  # before, example or after
    place: int  # number of the step
    item: str
    legal: int  # number of legal actions
    action: str  # what the agent plays
    answer: str  # what the participant said; empty: an example
    correct: bool | None  # None: an example
    seconds: float  # until the answer


def answered(study: str, version: str, participant: str, arm: str, order: str, step: StudyStep, answer: str, seconds: float) -> StudyAnswer:
    """The row of a step."""
    item = step.item
    correct = None if step.phase == "example" else answer == item.action
    given = "" if step.phase == "example" else answer
    place = (step.phase, step.place, item.id, len(item.legal), item.action)
    return StudyAnswer(study, version, participant, arm, order, *place, given, correct, round(seconds, 1))


def json_lines(answers: Iterable[StudyAnswer]) -> str:
    """One JSON object on each line."""
    return "".join(json.dumps(asdict(answer), ensure_ascii=False) + "\n" for answer in answers)


def csv_text(answers: Iterable[StudyAnswer]) -> str:
    """Comma-separated values with a header."""
    out = io.StringIO()
    writer = csv.DictWriter(out, [field.name for field in fields(StudyAnswer)], lineterminator="\n")
    writer.writeheader()
    for answer in answers:
        row = asdict(answer)
        writer.writerow({**row, "correct": "" if row["correct"] is None else int(row["correct"])})
    return out.getvalue()


def check_ending(file: Path) -> None:
    """Refuse a file of an unknown format."""
    if file.suffix not in ENDINGS:
        raise JouteError("{file}: a file of responses ends in {endings}", file=file, endings=known(ENDINGS))


def write_answers(answers: Sequence[StudyAnswer], file: Path) -> None:
    """Write the answers; the ending of the file decides the format."""
    check_ending(file)
    text = csv_text(answers) if file.suffix == ".csv" else json_lines(answers)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise JouteError("{file} cannot be written: {error}", file=file, error=system_reason(error)) from error


def read_answers(file: Path) -> list[StudyAnswer]:
    """The answers in a file; an error names the line."""
    check_ending(file)
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise JouteError("{file} cannot be read: {error}", file=file, error=system_reason(error)) from error
    except UnicodeDecodeError as error:
        raise JouteError("{file} is not a text file: {error}", file=file, error=error) from error
    found = []
    table = file.suffix == ".csv"
    rows: Iterable[Any] = csv.DictReader(io.StringIO(text)) if table else text.splitlines()
    for number, row in enumerate(rows, 2 if table else 1):
        if not row:
            continue
        try:
            found.append(_answer(_typed(row) if table else json.loads(row)))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise BadRecord(
                "{file}, line {line}: this is not an answer of a study: {error}", file=file, line=number, error=error
            ) from error
    return found


_TYPES: dict[str, tuple[type, ...]] = {"place": (int,), "legal": (int,), "seconds": (int, float), "correct": (bool, type(None))}


def _answer(said: dict[str, object]) -> StudyAnswer:
    for field in fields(StudyAnswer):
        if not isinstance(said[field.name], _TYPES.get(field.name, (str,))):
            raise ValueError(f"{field.name} = {said[field.name]!r}")
    return StudyAnswer(**{field.name: said[field.name] for field in fields(StudyAnswer)})  # type: ignore[arg-type]  # checked above


def _typed(row: dict[str, str]) -> dict[str, object]:
    """A row of comma-separated values with numbers."""
    correct = {"": None, "0": False, "1": True}[row["correct"]]
    return {**row, "place": int(row["place"]), "legal": int(row["legal"]), "seconds": float(row["seconds"]), "correct": correct}
