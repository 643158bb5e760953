"""What the server refuses, as one closed list: a code, its HTTP status, and a sentence in English and French."""

from dataclasses import dataclass
from typing import Any

from joute.core.state import Json


@dataclass(frozen=True)
class Code:
    """One way to be refused."""

    status: int
    english: str
    french: str


CODES = {
    "bad_message": Code(
        400, "This message cannot be read; see what was expected.", "Ce message ne se lit pas ; voir ce qui était attendu."
    ),
    "bad_option": Code(
        400, "The game has no such option, or not with that value.", "Le jeu n'a pas cette option, ou pas avec cette valeur."
    ),
    "bad_agent": Code(400, "No such agent, level or bot plays this game.", "Aucun agent, niveau ou bot de ce nom ne joue à ce jeu."),
    "bad_seats": Code(400, "The seats do not suit this game.", "Les sièges ne conviennent pas à ce jeu."),
    "illegal": Code(400, "The rules do not allow that action here.", "Les règles ne permettent pas cette action ici."),
    "no_token": Code(
        401, "Say who you are first: there is no token, or an unknown one.", "Présentez-vous d'abord : jeton absent ou inconnu."
    ),
    "wrong_origin": Code(403, "This request comes from another site's page.", "Cette requête vient de la page d'un autre site."),
    "not_seated": Code(403, "You hold no seat at this table.", "Vous n'avez pas de siège à cette table."),
    "not_host": Code(403, "Only who made the table may do that.", "Seul l'hôte de la table peut le faire."),
    "not_allowed": Code(403, "That is not possible at this table.", "Ce n'est pas possible à cette table."),
    "not_found": Code(404, "There is no such thing here.", "Rien de tel ici."),
    "no_method": Code(405, "This address does not take that method.", "Cette adresse n'accepte pas cette méthode."),
    "not_your_turn": Code(409, "You have nothing to choose now.", "Vous n'avez rien à choisir maintenant."),
    "too_late": Code(409, "That question is not open any more.", "Cette question n'est plus ouverte."),
    "already_chosen": Code(409, "You have chosen another action already.", "Vous avez déjà choisi une autre action."),
    "not_begun": Code(409, "The game has not begun.", "La partie n'a pas commencé."),
    "already_begun": Code(409, "The game has begun already.", "La partie a déjà commencé."),
    "over": Code(409, "The game is over.", "La partie est finie."),
    "not_over": Code(409, "The game is not over yet.", "La partie n'est pas encore finie."),
    "seat_taken": Code(409, "Somebody sits there.", "Ce siège est occupé."),
    "full": Code(409, "No seat is open at this table.", "Aucun siège n'est libre à cette table."),
    "too_large": Code(413, "The message is larger than the server reads.", "Le message est plus grand que ce que le serveur lit."),
    "too_many": Code(429, "Too many at once; try again in a moment.", "Trop à la fois ; réessayez dans un instant."),
    "failed": Code(500, "The server failed; it is our fault.", "Le serveur a échoué ; c'est notre faute."),
    "busy": Code(503, "The server holds as many tables or sockets as it may.", "Le serveur tient déjà autant de tables qu'il peut."),
    "restarting": Code(503, "The server restarts; come back in a few seconds.", "Le serveur redémarre ; revenez dans quelques secondes."),
}


class Refused(Exception):
    """Something asked of the server that it does not do; `expected` says what it would have done."""

    def __init__(self, code: str, expected: Any = None, wait: float = 0.0) -> None:
        super().__init__(code)
        self.code, self.expected, self.wait = code, expected, wait

    @property
    def status(self) -> int:
        """The HTTP status."""
        return CODES[self.code].status

    def to_json(self) -> Json:
        """For a client: nothing of what it sent comes back."""
        code = CODES[self.code]
        told: Json = {"code": self.code, "text": {"en": code.english, "fr": code.french}}
        return told if self.expected is None else told | {"expected": self.expected}
