"""What tuning says, in French; the key is the English sentence."""

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
    "the best meet again": "les meilleurs se retrouvent",
    "the winner on fresh blocks": "le gagnant sur des blocs nouveaux",
    "{trials} trials, {games} games": "{trials} essais, {games} parties",
    "best {gain} %: {agent}": "au mieux {gain} % : {agent}",
    "{name} has no near bounds; around {start}, it is searched from {low} to {high}, and further where the best lies at an end "
    "(--settings {name}=low:high).": (
        "{name} n'a pas de bornes proches ; autour de {start}, on le cherche de {low} à {high}, et plus loin là où le meilleur est au bout "
        "(--settings {name}=bas:haut)."
    ),
    "{agent} thinks by the clock: the same seed will not give the same games; iterations, nodes or depth would.": (
        "{agent} réfléchit selon l'horloge : la même graine ne donnera pas les mêmes parties ; iterations, nodes ou depth le feraient."
    ),
    "The trials so far are saved. Resume with: {command}": "Les essais faits sont enregistrés. Pour reprendre : {command}",
    "setting": "réglage",
    "start": "départ",
    "searched": "cherché",
    "best": "meilleur",
    "importance": "importance",
    "{trials} trials, {games} games in {time}, seed {seed}.": "{trials} essais, {games} parties en {time}, graine {seed}.",
    "The picture is in {picture}; the journal in {journal}.": "L'image est dans {picture} ; le journal dans {journal}.",
    "Nothing better was found: the start itself did best.": "Rien de mieux n'a été trouvé : le départ lui-même a fait le mieux.",
    "On fresh blocks ({games} games) it gets {share} of the points ({interval}); the start {start}; difference {gain}.": (
        "Sur des blocs nouveaux ({games} parties), il prend {share} des points ({interval}) ; le départ {start} ; différence {gain}."
    ),
    "At the edge of what was searched: {names}. Wider ranges may hold better values.": (
        "Au bord de ce qui a été cherché : {names}. Des intervalles plus larges contiennent peut-être mieux."
    ),
    "That is {elo} Elo ({interval}).": "Cela fait {elo} Elo ({interval}).",
    "The tuned agent is stronger than the start.": "L'agent réglé est plus fort que le départ.",
    "The tuned agent is weaker than the start: what looked best was luck.": (
        "L'agent réglé est plus faible que le départ : ce qui semblait le meilleur était de la chance."
    ),
    "It cannot be told whether the tuned agent is stronger than the start.": (
        "On ne peut pas dire si l'agent réglé est plus fort que le départ."
    ),
    "Tuning of {agent} in {game}": "Réglage de {agent} à {game}",
    "gain over the start on the same blocks; a larger mark has played more of them": (
        "gain sur le départ dans les mêmes blocs ; une marque plus grande en a joué davantage"
    ),
    "gain over the start, trial by trial": "gain sur le départ, essai par essai",
    "trials": "essais",
    "What mattered": "Ce qui a compté",
    "Where each setting did well (dashed: the start; orange: the best)": (
        "Où chaque réglage a bien fait (tirets : le départ ; orange : le meilleur)"
    ),
}
