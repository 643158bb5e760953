"""French texts of tuning."""

TUNING = {
    "Tune the numeric settings of an agent by playing games.": "Régler par des parties les nombres d'un agent.",
    "an agent: a name or name:key=value,key=value": "un agent : nom ou nom:clé=valeur,clé=valeur",
    "time limit, if no number of trials is given": "durée limite, si aucun nombre d'essais n'est donné",
    "number of trials (0: until time is up)": "nombre d'essais (0 : jusqu'à la fin du temps)",
    "number of blocks that every trial plays (0: by the time, or 32)": "nombre de blocs que joue chaque essai (0 : selon le temps, ou 32)",
    "opponent (default: the agent with its current settings); may be repeated": (
        "adversaire (par défaut : l'agent avec ses réglages actuels) ; peut être répété"
    ),
    "settings to tune, with optional ranges: danger=0:4,path": ("réglages à chercher, avec des intervalles facultatifs : danger=0:4,path"),
    "resume the same tuning from its journal": "reprendre le même réglage depuis son journal",
    "the journal of the tuning; default: in the user's data directory": (
        "le journal du réglage ; par défaut : dans le dossier de données de l'utilisateur"
    ),
    "tuning {game}": "réglage de {game}",
    "searching": "recherche",
    "race of the best": "course des meilleurs",
    "fresh blocks": "blocs nouveaux",
    "{trials} trials, {games} games": "{trials} essais, {games} parties",
    "best {gain} %: {agent}": "au mieux {gain} % : {agent}",
    "{name} starts at {start} and is searched from {low} to {high}, and further if the best value lies at an end "
    "(--settings {name}=low:high sets the range).": (
        "{name} part de {start} ; on le cherche de {low} à {high}, et plus loin si la meilleure valeur est au bout "
        "(--settings {name}=bas:haut fixe l'intervalle)."
    ),
    "{agent} is limited by time, so the result is not reproducible; set iterations, nodes or depth.": (
        "{agent} est limité par le temps : le résultat n'est pas reproductible ; donnez iterations, nodes ou depth."
    ),
    "The trials so far are saved. Resume with: {command}": "Les essais faits sont enregistrés. Pour reprendre : {command}",
    "setting": "réglage",
    "start": "départ",
    "searched": "cherché",
    "best": "meilleur",
    "importance": "importance",
    "{trials} trials, {games} games in {time}, seed {seed}.": "{trials} essais, {games} parties en {time}, graine {seed}.",
    "The plot is in {plot}, the journal in {journal}.": "Le graphique est dans {plot}, le journal dans {journal}.",
    "Nothing better than the start was found.": "Rien de mieux que le départ n'a été trouvé.",
    "On fresh blocks ({games} games) it gets {share} of the points ({interval}); the start {start}; difference {gain}.": (
        "Sur des blocs nouveaux ({games} parties), il prend {share} des points ({interval}) ; le départ {start} ; différence {gain}."
    ),
    "At the edge of the range: {names}. A wider range may contain better values.": (
        "Au bord de l'intervalle : {names}. Un intervalle plus large contient peut-être de meilleures valeurs."
    ),
    "That is {elo} Elo ({interval}).": "Cela fait {elo} Elo ({interval}).",
    "The tuned agent is stronger than the start.": "L'agent réglé est plus fort que le départ.",
    "The tuned agent is weaker than the start: the best trial was lucky.": (
        "L'agent réglé est plus faible que le départ : le meilleur essai a eu de la chance."
    ),
    "The difference between the tuned agent and the start is not significant.": (
        "La différence entre l'agent réglé et le départ n'est pas significative."
    ),
    "Tuning of {agent} in {game}": "Réglage de {agent} à {game}",
    "gain over the start on the same blocks; a larger mark means more blocks": (
        "gain sur le départ dans les mêmes blocs ; une marque plus grande en a joué davantage"
    ),
    "gain over the start, trial by trial": "gain sur le départ, essai par essai",
    "trials": "essais",
    "Importance": "Importance",
    "Gain by the value of each setting (dashed: the start; orange: the best)": (
        "Gain selon la valeur de chaque réglage (tirets : le départ ; orange : le meilleur)"
    ),
}
