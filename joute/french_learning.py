"""What training says, in French; the key is the English sentence."""

LEARNING = {
    "Train a network to play a game, or go on with it.": "Entraîner un réseau à un jeu, ou continuer.",
    "train for so many minutes; 5 when no episodes are given": "entraîner tant de minutes ; 5 si aucun épisode n'est donné",
    "train up to so many episodes (deals, rounds) in all": "entraîner jusqu'à tant d'épisodes (donnes, manches) en tout",
    "go on where the last checkpoint of that file stands": "continuer là où en est le dernier point de reprise de ce fichier",
    "a setting of the training; may be repeated": "un réglage de l'entraînement ; peut être répété",
    "one core plays while the other learns; with 1 both in turn, with the same result": (
        "un cœur joue pendant que l'autre apprend ; avec 1, chacun son tour, et le même résultat"
    ),
    "training {game}": "entraînement à {game}",
    "{episodes} episodes": "{episodes} épisodes",
    "episodes": "épisodes",
    "loss": "perte",
    "loss {loss}": "perte {loss}",
    "against {rival}": "contre {rival}",
    "{rate} episodes a second.": "{rate} épisodes par seconde.",
    "The network is in {file}, its curve in {plot}; --resume goes on.": (
        "Le réseau est dans {file}, sa courbe dans {plot} ; --resume continue."
    ),
    "It plays as network:weights={file}.": "Il joue sous le nom network:weights={file}.",
}
