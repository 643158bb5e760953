"""Errors carry a sentence of the catalogue, and are shown in the language of the reader."""

import pickle

import pytest

import joute
from joute.core.errors import BadRecord, JouteError, UnknownName, system_reason
from joute.i18n import Language, use_language


def test_an_error_is_told_in_the_language_of_the_reader() -> None:
    with pytest.raises(UnknownName) as refused:
        joute.game("chess")
    assert str(refused.value).startswith("no game is called 'chess'; there are: ")
    with use_language(Language.fr):
        assert str(refused.value).startswith("aucun jeu ne s'appelle 'chess' ; il y a : ")


def test_an_error_within_an_error_is_told_in_the_same_language() -> None:
    error = BadRecord("{file}: {error}", file="game.json", error=JouteError("no agent can play {game}", game="{nim}"))
    assert str(error) == "game.json: no agent can play {nim}"
    with use_language(Language.fr):
        assert str(error) == "game.json : aucun agent ne peut jouer à {nim}"


def test_an_error_survives_another_process() -> None:
    error = pickle.loads(pickle.dumps(JouteError("no agent can play {game}", game="nim")))
    assert str(error) == "no agent can play nim"


def test_the_reason_of_the_system_is_translated() -> None:
    with pytest.raises(OSError, match="nowhere") as missing, open("nowhere"):
        pass
    assert system_reason(missing.value) == "No such file or directory"
    with use_language(Language.fr):
        assert system_reason(missing.value) == "aucun fichier ou dossier de ce nom"
