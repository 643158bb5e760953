"""Arrays with names, and words about them, in a file of the safetensors format: a length, a header in JSON, the numbers one after another.

The format is so simple that no library is needed to read it, and such a file runs nothing when it is opened.
"""

import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from joute.core.errors import BadWeights

KINDS: dict[str, np.dtype[Any]] = {
    "F32": np.dtype("<f4"),
    "F64": np.dtype("<f8"),
    "I64": np.dtype("<i8"),
    "U64": np.dtype("<u8"),
    "U8": np.dtype("u1"),
}
WORDS = "__metadata__"
LARGEST_HEADER = 1 << 24


def save(file: Path, tensors: Mapping[str, NDArray[Any]], words: Mapping[str, str]) -> None:
    """Write the arrays and the words; a reader finds the old file or the new one, never a part of it."""
    names = {kind: name for name, kind in KINDS.items()}
    header: dict[str, Any] = {WORDS: dict(words)}
    place = 0
    for name, array in tensors.items():
        header[name] = {"dtype": names[array.dtype], "shape": list(array.shape), "data_offsets": [place, place + array.nbytes]}
        place += array.nbytes
    text = json.dumps(header, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    temporary = file.with_name(f"{file.name}.new")
    try:
        with temporary.open("wb") as out:
            out.write(len(text).to_bytes(8, "little") + text)
            for array in tensors.values():
                out.write(np.ascontiguousarray(array).tobytes())
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(file)
    except OSError as error:
        raise BadWeights(f"weights cannot be written to {file}: {error.strerror}") from error


def load(file: Path) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    """The arrays of a file and the words about them."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadWeights(f"weights cannot be read from {file}: {error.strerror}") from error
    length = int.from_bytes(content[:8], "little")
    try:
        if not 2 <= length <= min(LARGEST_HEADER, len(content) - 8):
            raise ValueError("its header has no length that could be")
        header = json.loads(content[8 : 8 + length])
        words = header.pop(WORDS, {})
        tensors = {name: _array(entry, content, 8 + length) for name, entry in header.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadWeights(f"{file} is no safetensors file: {error}") from error
    return tensors, words


def _array(entry: Mapping[str, Any], content: bytes, start: int) -> NDArray[Any]:
    kind, shape, (first, last) = KINDS[entry["dtype"]], tuple(entry["shape"]), entry["data_offsets"]
    if not 0 <= first <= last <= len(content) - start or last - first != math.prod(shape) * kind.itemsize:
        raise ValueError("an array lies outside the file or has another size than its shape says")
    return np.frombuffer(content, kind, math.prod(shape), start + first).reshape(shape).copy()
