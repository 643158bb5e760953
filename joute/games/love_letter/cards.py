"""The twenty-one cards of the 2019 edition: ten kinds, their copies, and their names."""

import numpy as np

SPY, GUARD, PRIEST, BARON, HANDMAID, PRINCE, CHANCELLOR, KING, COUNTESS, PRINCESS = range(10)
KINDS = 10
NONE, HIDDEN = -1, 10  # of a place, beside the kinds: no card there, or one that the viewer does not know

COPIES = np.array([2, 6, 2, 2, 2, 2, 2, 1, 1, 1])  # [kind]
CARDS = 21
GUESSES = np.array([0, 9, 1, 1, 0, 1, 0, 1, 0, 0])  # [kind]: the ways to play it on one target; 0: it has no target
AIMED = (GUARD, PRIEST, BARON, KING)  # cards that need another seat
EVERY_KIND = (1 << KINDS) - 1  # as bits

ENGLISH = ("Spy", "Guard", "Priest", "Baron", "Handmaid", "Prince", "Chancellor", "King", "Countess", "Princess")
FRENCH = ("Espionne", "Garde", "Prêtre", "Baron", "Servante", "Prince", "Chancelier", "Roi", "Comtesse", "Princesse")
WITH_ARTICLE = {
    "en": tuple(f"the {name}" for name in ENGLISH),
    "fr": (
        "l'Espionne",
        "le Garde",
        "le Prêtre",
        "le Baron",
        "la Servante",
        "le Prince",
        "le Chancelier",
        "le Roi",
        "la Comtesse",
        "la Princesse",
    ),
}
NAMES = {"en": ENGLISH, "fr": FRENCH}

EFFECTS = {
    "en": (
        "no effect; the only seat of those still in to have played or discarded one gets a token at the end of the round",
        "name a card other than the Guard: a target that holds it is out",
        "look at the target's hand",
        "compare hands with the target: the lower card is out, equal cards stay",
        "you cannot be chosen until your next turn",
        "any seat, yourself included, discards its hand and draws another card",
        "draw two cards, keep one of the three, put the others under the deck",
        "trade hands with the target",
        "no effect, but must be played when held with the King or a Prince",
        "whoever plays or discards it is out",
    ),
    "fr": (
        "sans effet ; le seul joueur encore en jeu à en avoir joué ou défaussé une gagne un jeton à la fin de la manche",
        "nommez une carte autre que le Garde : la cible qui l'a en main est éliminée",
        "regardez la main de la cible",
        "comparez vos mains : la carte la plus faible est éliminée, à égalité rien ne se passe",
        "on ne peut pas vous choisir jusqu'à votre prochain tour",
        "un joueur, vous compris, défausse sa main et pioche une autre carte",
        "piochez deux cartes, gardez-en une des trois, remettez les autres sous la pioche",
        "échangez votre main avec la cible",
        "sans effet, mais doit être jouée si elle est en main avec le Roi ou un Prince",
        "qui la joue ou la défausse est éliminé",
    ),
}


def kinds_in(bits: int) -> list[int]:
    """The kinds that a set of bits names."""
    return [kind for kind in range(KINDS) if bits >> kind & 1]
