"""French texts of training and distilling."""

LEARNING = {
    "Train a network to play a game, or resume a training.": "Entraîner un réseau à un jeu, ou reprendre un entraînement.",
    "training time in minutes (default: 5, unless episodes are given)": (
        "durée de l'entraînement en minutes (par défaut : 5, sauf si des épisodes sont donnés)"
    ),
    "total number of episodes (deals, rounds)": "nombre total d'épisodes (donnes, manches)",
    "resume from the last checkpoint of the output file": "reprendre au dernier point de reprise du fichier de sortie",
    "a setting of the training; may be repeated": "un réglage de l'entraînement ; peut être répété",
    "2: play and learn in parallel; 1: in turn, with the same result": (
        "2 : jouer et apprendre en parallèle ; 1 : tour à tour, avec le même résultat"
    ),
    "Train a network to predict the values of a search.": "Entraîner un réseau à prédire les valeurs d'une recherche.",
    "the search to learn from: a name or name:key=value,key=value": "la recherche dont on apprend : un nom ou nom:clé=valeur,clé=valeur",
    "number of decisions of the teacher to learn from": "nombre de décisions du maître dont le réseau apprend",
    "{teacher} generates examples": "{teacher} produit des exemples",
    "training the network": "entraînement du réseau",
    "on held-out examples": "sur des exemples mis de côté",
    "root mean square error": "erreur quadratique moyenne",
    "regret by the teacher's values": "regret selon les valeurs du maître",
    "regret of random actions": "regret d'actions au hasard",
    "The network is in {file}.": "Le réseau est dans {file}.",
    "training {game}": "entraînement à {game}",
    "{episodes} episodes": "{episodes} épisodes",
    "episodes": "épisodes",
    "loss": "perte",
    "loss {loss}": "perte {loss}",
    "against {opponent}": "contre {opponent}",
    "{rate} episodes a second.": "{rate} épisodes par seconde.",
    "The network is in {file}, its curve in {plot}; --resume continues.": (
        "Le réseau est dans {file}, sa courbe dans {plot} ; --resume continue."
    ),
    "It plays as network:weights={file}.": "Il joue sous le nom network:weights={file}.",
}
