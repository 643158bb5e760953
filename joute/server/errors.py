"""Errors of the server, as one closed list: a code, its HTTP status, and a sentence; and their HTTP responses."""

from typing import cast

from joute.i18n import Sentence, say_in_every_language
from joute.server.server_messages import Bilingual, Expected, Refusal

CODES: dict[str, tuple[int, Sentence]] = {
    "elsewhere": (307, "This table is on another server."),
    "bad_message": (400, "Invalid message; see what was expected."),
    "bad_option": (400, "Unknown option of the game, or a value out of range."),
    "bad_agent": (400, "No such agent, level or bot plays this game."),
    "bad_seats": (400, "The seats do not suit this game."),
    "bad_position": (400, "This is not a position of the game."),
    "bad_record": (400, "This is no game record and no position that can be read."),
    "illegal": (400, "The rules do not allow that action here."),
    "no_token": (401, "Sign in first: the token is missing or unknown."),
    "wrong_origin": (403, "This request comes from another site's page."),
    "not_seated": (403, "You have no seat at this table."),
    "not_host": (403, "Only the host can do that."),
    "not_allowed": (403, "That is not possible at this table."),
    "not_found": (404, "Not found."),
    "no_method": (405, "Method not allowed at this address."),
    "not_your_turn": (409, "It is not your turn."),
    "expired": (409, "This commitment is used up or too old; ask for another."),
    "rated": (409, "This game is rated, and that would make it unrated: confirm first."),
    "too_late": (409, "Too late: the game has moved on."),
    "already_chosen": (409, "You have already chosen another action."),
    "answered": (409, "This question is answered already."),
    "not_begun": (409, "The game has not begun."),
    "already_begun": (409, "The game has already begun."),
    "over": (409, "The game is over."),
    "not_over": (409, "The game is not over yet."),
    "seat_taken": (409, "This seat is taken."),
    "full": (409, "No seat is open at this table."),
    "too_slow": (408, "The request took too long to arrive."),
    "too_large": (413, "The message is too large."),
    "wrong_host": (421, "This server has another name; its setting hosts allows more."),
    "too_many": (429, "Too many requests; try again in a moment."),
    "failed": (500, "Internal server error."),
    "unavailable": (503, "The server cannot store anything at the moment; try again soon."),
    "busy": (503, "Server is full."),
    "restarting": (503, "The server restarts; come back in a few seconds."),
}


class Refused(Exception):
    """A request or message that the server refuses; `expected` says what would have been accepted."""

    def __init__(self, code: str, expected: Expected = None, wait: float = 0.0, text: Bilingual | None = None) -> None:
        super().__init__(code)
        self.code, self.expected, self.wait = code, expected, wait
        self.text = text  # a sentence of its own, where that of the list says too little
        self.address: str | None = None  # of the server to ask instead

    @classmethod
    def elsewhere(cls, address: str) -> "Refused":
        """The table is on the server of that address."""
        refused = cls("elsewhere", {"address": address})
        refused.address = address
        return refused

    @property
    def status(self) -> int:
        """The HTTP status."""
        return CODES[self.code][0]

    def to_json(self) -> Refusal:
        """For a client: nothing of what it sent comes back, except the name and the value of a wrong option."""
        text = self.text or cast(Bilingual, dict(say_in_every_language(CODES[self.code][1])))
        refusal: Refusal = {"code": self.code, "text": text}
        if self.expected is not None:
            refusal["expected"] = self.expected
        return refusal
