"""A frame of our own is what the library would have written."""

import pytest
from websockets.frames import Frame, Opcode

from joute.server.sockets.websocket_protocol import framed


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 2**16 - 1, 2**16, 2**16 + 1])
def test_a_frame_is_as_the_library_writes_it(size: int) -> None:
    text = b"x" * size
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
