"""Errors of the server, as one closed list: a code, its HTTP status, and a sentence in English and French; and their HTTP responses."""

from dataclasses import dataclass

from joute.server.server_messages import Expected, Refusal


@dataclass(frozen=True)
class ErrorCode:
    """One error."""

    status: int
    english: str
    french: str


CODES = {
    "bad_message": ErrorCode(400, "Invalid message; see what was expected.", "Message invalide ; voyez ce qui était attendu."),
    "bad_option": ErrorCode(
        400, "Unknown option of the game, or a value out of range.", "Option inconnue de ce jeu, ou valeur hors limites."
    ),
    "bad_agent": ErrorCode(400, "No such agent, level or bot plays this game.", "Aucun agent, niveau ou bot de ce nom ne joue à ce jeu."),
    "bad_seats": ErrorCode(400, "The seats do not suit this game.", "Les sièges ne conviennent pas à ce jeu."),
    "illegal": ErrorCode(400, "The rules do not allow that action here.", "Les règles ne permettent pas cette action ici."),
    "no_token": ErrorCode(401, "Sign in first: the token is missing or unknown.", "Identifiez-vous d'abord : jeton absent ou inconnu."),
    "wrong_origin": ErrorCode(403, "This request comes from another site's page.", "Cette requête vient de la page d'un autre site."),
    "not_seated": ErrorCode(403, "You have no seat at this table.", "Vous n'avez pas de siège à cette table."),
    "not_host": ErrorCode(403, "Only the host can do that.", "Seul l'hôte peut le faire."),
    "not_allowed": ErrorCode(403, "That is not possible at this table.", "Ce n'est pas possible à cette table."),
    "not_found": ErrorCode(404, "Not found.", "Introuvable."),
    "no_method": ErrorCode(405, "Method not allowed at this address.", "Méthode non autorisée à cette adresse."),
    "not_your_turn": ErrorCode(409, "It is not your turn.", "Ce n'est pas votre tour."),
    "too_late": ErrorCode(409, "Too late: the game has moved on.", "Trop tard : la partie a continué."),
    "already_chosen": ErrorCode(409, "You have already chosen another action.", "Vous avez déjà choisi une autre action."),
    "not_begun": ErrorCode(409, "The game has not begun.", "La partie n'a pas commencé."),
    "already_begun": ErrorCode(409, "The game has already begun.", "La partie a déjà commencé."),
    "over": ErrorCode(409, "The game is over.", "La partie est finie."),
    "not_over": ErrorCode(409, "The game is not over yet.", "La partie n'est pas encore finie."),
    "seat_taken": ErrorCode(409, "This seat is taken.", "Ce siège est occupé."),
    "full": ErrorCode(409, "No seat is open at this table.", "Aucun siège n'est libre à cette table."),
    "too_large": ErrorCode(413, "The message is too large.", "Le message est trop grand."),
    "too_many": ErrorCode(429, "Too many requests; try again in a moment.", "Trop de requêtes ; réessayez dans un instant."),
    "failed": ErrorCode(500, "Internal server error.", "Erreur interne du serveur."),
    "busy": ErrorCode(503, "Server is full.", "Le serveur est plein."),
    "restarting": ErrorCode(
        503, "The server restarts; come back in a few seconds.", "Le serveur redémarre ; revenez dans quelques secondes."
    ),
}


class Refused(Exception):
    """A request or message that the server refuses; `expected` says what would have been accepted."""

    def __init__(self, code: str, expected: Expected = None, wait: float = 0.0) -> None:
        super().__init__(code)
        self.code, self.expected, self.wait = code, expected, wait

    @property
    def status(self) -> int:
        """The HTTP status."""
        return CODES[self.code].status

    def to_json(self) -> Refusal:
        """For a client: nothing of what it sent comes back."""
        code = CODES[self.code]
        refusal: Refusal = {"code": self.code, "text": {"en": code.english, "fr": code.french}}
        if self.expected is not None:
            refusal["expected"] = self.expected
        return refusal
