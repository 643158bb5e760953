"""Tables of decisions: as a pyarrow table, or written to a file with its schema and a data card."""

import json
import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from joute.core import registry
from joute.core.agent import Agent
from joute.core.errors import JouteError, known, system_reason
from joute.core.game import Game
from joute.core.record import GameRecord
from joute.core.state import Json
from joute.explain.decision_rows import Columns, DecisionRows, column_names, fact_columns
from joute.explain.decision_worker import decision_columns
from joute.explain.decisions import TRAIN_SHARE, VALIDATION_SHARE, DecisionSource, Recorded, check_source, replayed_decisions
from joute.explain.provenance import provenance
from joute.explain.steps import Steps
from joute.jit.struct import Float64s

if TYPE_CHECKING:
    import pyarrow

FORMAT, ROWS_PER_GROUP = 1, 20_000
ENDINGS = (".parquet", ".arrow", ".csv")
LICENCE = "CC0-1.0"  # what agents of Joute decided has no author
MEANINGS = {
    "game_id": "number of the game in this table",
    "seed": "seed of the game's chance: games of one seed have the same deal",
    "split": "train, validation or test, by seed",
    "decision": "game, ply and seat: the rows of one decision have it in common",
    "ply": "number of decisions before this one; simultaneous ones count as one",
    "seat": "the seat that decided",
    "player": "the agent on that seat, or the player of a record",
    "legal_actions": "number of legal actions, at least 2",
    "action": "a legal action",
    "chosen": "whether it was played",
    "preferred": "whether the agent that judged prefers it; the same as chosen if the player judged itself",
    "rank": "place of the action in the agent's order, from 1",
    "value": "the agent's value of the action for the seat, in the unit of the row",
    "error": "standard error of the value, from sampling; 0: exact",
    "visits": "how often the search visited the action",
    "weight": "share of a mixed strategy or of votes",
    "regret": "best value of the decision minus value of this action",
    "unit": "score or win (the chance to win)",
    "exact_value": "proven value of the action as a score, if the solver or the agent knows it",
    "outcome": "final score of the seat",
    "luck": "the agent's value of this decision minus its value of the seat's last action: what chance and the others changed",
    "options": "options of the game that are not the default, as JSON",
    "view": "what the seat knew, as JSON that Game.position reads",
    "beliefs": "for every secret the probability of its values, as JSON",
}


def decisions(
    game: Game,
    agents: Sequence[str] | str = (),
    games: int = 100,
    seed: int = 0,
    *,
    records: Sequence[GameRecord] = (),
    beliefs: bool = False,
    exact: bool = False,
    workers: int = 1,
) -> "pyarrow.Table":
    """A table of decisions, one row for each legal action, of games that these agents play or of records.

    One agent plays all seats; as many as there are seats sit as given; otherwise they rotate. With records, the one agent judges them;
    without an agent, the opinions in the records are used. It needs the extra `explain`.

    >>> import joute
    >>> table = joute.decisions(joute.game("diamant", seats=2), "exit_factor", games=2, seed=1)
    >>> table.num_rows == 2 * len(set(table["decision"].to_pylist())), table.column_names[:4]
    (True, ['game_id', 'seed', 'split', 'decision'])
    """
    arrow = import_arrow()
    source = source_of(game, [agents] if isinstance(agents, str) else agents, seed, len(records), beliefs, exact)
    schema = arrow_schema(game, source)
    batches = [_batch(columns, schema) for columns in decision_columns(source, games, records, workers)]
    return arrow.Table.from_batches(batches, schema)


def source_of(game: Game, agents: Sequence[str], seed: int, records: int, beliefs: bool, exact: bool, origin: str = "") -> DecisionSource:
    """The checked source of a table."""
    if records and len(agents) > 1:
        raise JouteError("one agent judges the decisions of records; {count} were given", count=len(agents))
    if not records and not agents:
        raise JouteError("a table of decisions needs an agent that plays, or records")
    source = DecisionSource(registry.address(game), vars(game.options), tuple(agents), seed, beliefs=beliefs, exact=exact)
    source = replace(source, recorded=records > 0, origin=origin)
    check_source(game, source)
    return source


def import_arrow() -> Any:
    """The library pyarrow; a sentence that names the extra if it is not installed."""
    try:
        import pyarrow
    except ImportError as error:
        raise JouteError("tables of decisions need pyarrow: pip install 'joute[explain]'") from error
    return pyarrow


def arrow_schema(game: Game, source: DecisionSource) -> "pyarrow.Schema":
    """The type and the meaning of every column."""
    arrow = import_arrow()
    text, words = arrow.dictionary(arrow.int32(), arrow.string()), {"game_id", "action"}
    kinds = {name: arrow.float64() for name in ("value", "error", "weight", "regret", "exact_value", "outcome", "luck")}
    kinds |= dict.fromkeys(("ply", "seat", "legal_actions", "rank", "visits"), arrow.int64())
    kinds |= dict.fromkeys(("chosen", "preferred"), arrow.bool_())
    kinds |= dict.fromkeys((name for name in MEANINGS if name not in kinds), text)
    kinds |= dict.fromkeys(words, text)
    meanings = column_meanings(game)
    fields = []
    for name in column_names(game, source):
        kind = kinds.get(name, arrow.float32())
        fields.append(arrow.field(name, kind, metadata={"meaning": meanings.get(name, name.removeprefix("feature_"))}))
    about = {"joute decisions": FORMAT, **origin_of(game, source)}
    return arrow.schema(fields, metadata={name: word if isinstance(word, str) else json.dumps(word) for name, word in about.items()})


def column_meanings(game: Game) -> dict[str, str]:
    """What every column means, in English."""
    return MEANINGS | {name: str(fact.label) for name, fact in zip(fact_columns(game), game.definition.facts, strict=True)}


def _batch(columns: Columns, schema: "pyarrow.Schema") -> "pyarrow.RecordBatch":
    arrow = import_arrow()
    arrays = []
    for field in schema:
        if arrow.types.is_dictionary(field.type):
            arrays.append(arrow.array(columns[field.name], arrow.string()).dictionary_encode())
        else:
            arrays.append(arrow.array(columns[field.name], field.type))
    return arrow.RecordBatch.from_arrays(arrays, schema=schema)


# --- files --------------------------------------------------------------------------------------------------------------------------------


def check_ending(file: Path) -> None:
    """Refuse a file of an unknown format."""
    if file.suffix not in ENDINGS:
        raise JouteError("{file}: a table of decisions ends in {endings}", file=file, endings=known(ENDINGS))
    if file.suffix != ".csv":
        import_arrow()


def write_decisions(
    game: Game,
    source: DecisionSource,
    file: Path,
    games: int,
    records: Sequence[Recorded] = (),
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
    command: str = "",
) -> Json:
    """Write the table and, beside it, its data card; returns the card. The file appears when it is complete."""
    counts: dict[str, Any] = {"rows": 0, "decisions": 0, "judged": 0, "players": {}, "splits": {}}
    splits: dict[str, set[str]] = {}
    temporary = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with open_writer(file.suffix, temporary, game, source) as write:
            for columns in decision_columns(source, games, records, workers, progress):
                write(columns)
                counts["rows"] += len(columns["decision"])
                counts["decisions"] += sum(columns["chosen"])
                counts["judged"] += sum(preferred or False for preferred in columns["preferred"])
                for player, chosen in zip(columns["player"], columns["chosen"], strict=True):
                    counts["players"][player] = counts["players"].get(player, 0) + int(chosen)
                for split, seed in set(zip(columns["split"], columns["seed"], strict=True)):
                    splits.setdefault(split, set()).add(seed)
        counts["splits"] = {name: len(splits[name]) for name in ("train", "validation", "test") if name in splits}
        card = data_card(game, source, len(records) or games, counts, command)
        card_file(file).write_text(json.dumps(card, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        temporary.replace(file)
    except OSError as error:
        raise JouteError("{file} cannot be written: {error}", file=file, error=system_reason(error)) from error
    finally:
        temporary.unlink(missing_ok=True)
    return card


def card_file(file: Path) -> Path:
    """Where the data card of a table is."""
    return file.with_name(f"{file.name}.card.json")


@contextmanager
def open_writer(ending: str, file: Path, game: Game, source: DecisionSource) -> Iterator[Callable[[Columns], None]]:
    """A function that appends columns to the file."""
    if ending == ".csv":
        with file.open("w", encoding="utf-8", newline="") as stream:
            yield _csv_writer(stream, column_names(game, source))
        return
    arrow, schema = import_arrow(), arrow_schema(game, source)
    if ending == ".parquet":
        from pyarrow import parquet

        with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
            groups = RowGroups(writer.write_table)
            yield lambda columns: groups.add(_batch(columns, schema))
            groups.write()
    else:
        options = arrow.ipc.IpcWriteOptions(unify_dictionaries=True)
        with arrow.OSFile(str(file), "wb") as stream, arrow.ipc.new_file(stream, schema, options=options) as writer:
            pending: list[Any] = []  # the dictionaries of a file are written once
            yield lambda columns: pending.append(_batch(columns, schema))
            if pending:
                writer.write_table(arrow.Table.from_batches(pending, schema).unify_dictionaries())


class RowGroups:
    """Writes batches in large groups of rows: every group costs as much as thousands of rows."""

    def __init__(self, write_table: "Callable[[pyarrow.Table], None]") -> None:
        self._write_table, self._batches, self._rows = write_table, list["pyarrow.RecordBatch"](), 0

    def add(self, batch: "pyarrow.RecordBatch") -> None:
        """Take a batch; write if there are enough rows."""
        self._batches.append(batch)
        self._rows += len(batch)
        if self._rows >= ROWS_PER_GROUP:
            self.write()

    def write(self) -> None:
        """Write what is there."""
        if self._batches:
            self._write_table(import_arrow().Table.from_batches(self._batches).unify_dictionaries().combine_chunks())
        self._batches, self._rows = [], 0


def record_csv(game: Game, record: GameRecord, judge: Agent | None = None) -> Steps[str]:
    """The decisions of one record as comma-separated values, judged by an agent or with the opinions of the record."""
    source = source_of(game, [judge.text] if judge else [], 0, 1, False, False)
    played = yield from replayed_decisions(game, record, judge)
    rows = DecisionRows(game, source)
    rows.add(played)
    text = StringIO(newline="")
    _csv_writer(text, column_names(game, source))(rows.columns)
    return text.getvalue()


def _csv_writer(stream: TextIO, names: Sequence[str]) -> Callable[[Columns], None]:
    """Writes comma-separated values; numbers as Python writes them, an empty field for what is not known."""
    import csv

    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(names)

    def write(columns: Columns) -> None:
        writer.writerows(zip(*(map(_written, _listed(columns[name])) for name in names), strict=True))

    return write


def _listed(column: list[Any] | Float64s) -> list[Any]:
    return column if isinstance(column, list) else column.tolist()


def _written(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    return int(value) if isinstance(value, float) and math.isfinite(value) and value == int(value) else value


def origin_of(game: Game, source: DecisionSource) -> Json:
    """Who made the decisions and who judged them, under which rules, from which seed, by which versions."""
    agents = [registry.agent(text, game) for text in source.players]
    judge = "the agent" if agents else "the opinions in the records"
    origin = f"tournament {source.origin}" if source.origin else "records"
    return {
        **provenance(game, source.seed),
        "source": f"{origin}, judged by {judge}" if source.recorded else "self-play",
        "agents": [{"text": agent.text, "settings": vars(agent.settings), "version": agent.version} for agent in agents],
        "licence": LICENCE,
    }


def data_card(game: Game, source: DecisionSource, games: int, counts: Mapping[str, object], command: str) -> Json:
    """What is in the table, who made it and how, and what it must not be used for."""
    agents = [registry.agent(text, game) for text in source.players]
    symmetries = game.definition.symmetries
    timed = [agent.text for agent in agents if getattr(agent.settings, "seconds", 0) and not getattr(agent.settings, "iterations", 0)]
    meanings = column_meanings(game)
    return {
        "joute data card": FORMAT,
        "what": "decisions of game agents: one row for each decision and legal action; forced decisions are left out",
        **origin_of(game, source),
        "games": games,
        **counts,
        "split": {"by": "seed of the game", "train": TRAIN_SHARE, "validation": VALIDATION_SHARE},
        "symmetries": (
            f"{len(symmetries(game.options))} orders of features and actions change nothing; facts are the same in all of them"
            if symmetries
            else "none stated"
        ),
        "repeatable": "not exactly: time limits of " + ", ".join(timed) if timed else "the same command gives the same table",
        "limits": "values are the agent's own estimates; luck is the change of such estimates; views hold only what the seat knew",
        "command": command,
        "columns": {name: meanings.get(name, name.removeprefix("feature_")) for name in column_names(game, source)},
    }
