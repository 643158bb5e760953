"""The log of a training: a CSV file, and TensorBoard's events if it is installed."""

import csv
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

INTERVAL = 1.0  # seconds between two rows
COLUMNS = ("episodes", "seconds")


class TrainingLog:
    """Figures of a training over time; a resumed training appends to them."""

    def __init__(self, file: Path, resumed: bool, board: bool = True) -> None:
        self.file, self._due = file, 0.0
        self._columns: list[str] = []
        if resumed and file.is_file():
            with file.open(encoding="utf-8", newline="") as rows:
                self._columns = next(csv.reader(rows), [])
        else:
            file.unlink(missing_ok=True)
        self._board: Any = summary_writer(file.with_suffix(".tensorboard")) if board else None

    def write(self, episodes: int, seconds: float, figures: Mapping[str, float], now: bool = False) -> None:
        """A row, unless the last one was written just before."""
        if not now and time.monotonic() < self._due:
            return
        self._due = time.monotonic() + INTERVAL
        row = dict(zip(COLUMNS, (episodes, round(seconds, 1)), strict=True)) | dict(figures)
        first = not self._columns
        self._columns = self._columns or list(row)
        with self.file.open("a", encoding="utf-8", newline="") as rows:
            writer = csv.DictWriter(rows, self._columns, restval="", extrasaction="ignore", lineterminator="\n")
            if first:
                writer.writeheader()
            writer.writerow(row)
        if self._board is not None:
            for name, value in figures.items():
                self._board.add_scalar(name, value, episodes)

    def close(self) -> None:
        """Write what is buffered."""
        if self._board is not None:
            self._board.close()


def summary_writer(folder: Path) -> Any:
    """A writer of TensorBoard's events; None if it is not installed."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(str(folder))
