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
    "Train a network to say at a glance what a search thinks.": "Entraîner un réseau à dire d'un coup d'œil ce que pense une recherche.",
    "the search that teaches: a name or name:key=value,key=value": "la recherche qui enseigne : un nom ou nom:clé=valeur,clé=valeur",
    "how many choices of the teacher the network learns from": "le nombre de choix du maître dont le réseau apprend",
    "{teacher} teaches": "{teacher} enseigne",
    "the network learns": "le réseau apprend",
    "on lessons that it was not taught": "sur des leçons qu'il n'a pas reçues",
    "error of its values": "erreur de ses valeurs",
    "what its choices lose, by the teacher's values": "ce que perdent ses choix, selon les valeurs du maître",
    "what choices by lot lose": "ce que perdent des choix au hasard",
    "The network is in {file}.": "Le réseau est dans {file}.",
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
