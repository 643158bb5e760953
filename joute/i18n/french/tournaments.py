"""French texts of tournaments and their web page."""

COMMANDS = {
    "Start or resume a tournament between agents, and rank them.": "Commencer ou reprendre un tournoi entre agents, et les classer.",
    "List the games of a tournament.": "Les parties d'un tournoi.",
    "List the stored tournaments.": "Les tournois enregistrés.",
    "Write a web page about a tournament: ranking, pairs, seats, times and a game.": (
        "Écrire une page web sur un tournoi : classement, paires, sièges, durées et une partie."
    ),
    "TOML file for everything not given here": "fichier TOML pour tout ce qui n'est pas donné ici",
    "every game and seat as comma-separated values": "chaque partie et chaque siège, en valeurs séparées par des virgules",
    "number of games per pairing": "nombre de parties par rencontre",
    "limits of all bots: bank=10,memory=512": "les limites de tous les bots : bank=10,memory=512",
    "only games of this agent": "seulement les parties de cet agent",
    "only games that a bot lost by a fault": "seulement les parties qu'un bot a perdues par une faute",
    "play on a Dask cluster: tcp://192.168.1.5:8786": "jouer sur une grappe Dask : tcp://192.168.1.5:8786",
    "round_robin, swiss or tables": "round_robin, swiss ou tables",
    "the game to show in detail; games-of lists them": "la partie à montrer en détail ; games-of les liste",
    "name of a tournament": "nom d'un tournoi",
    "name of the tournament (default: game and seed)": "nom du tournoi (par défaut : le jeu et la graine)",
    "when to stop: 1000 (games), 5m, 2h, width:30 (Elo)": "quand s'arrêter : 1000 (parties), 5m, 2h, width:30 (Elo)",
    "output file": "fichier de sortie",
    "page of the list": "page de la liste",
    "the agent that evaluates the positions of that game": "l'agent qui évalue les positions de cette partie",
}

LIVE = {
    "The games so far are stored. Resume with: {command}": "Les parties jouées sont enregistrées. Pour reprendre : {command}",
    "{count} blocks were abandoned; the last: {note}": "{count} blocs abandonnés ; le dernier : {note}",
    "{games} games": "{games} parties",
    "{games} of {total} games": "{games} parties sur {total}",
    "{rate} a second": "{rate} par seconde",
    "{time} left": "reste {time}",
    "widest interval {width} Elo": "intervalle le plus large : {width} Elo",
    "{games} games in {blocks} blocks, {time}, seed {seed}.": "{games} parties en {blocks} blocs, {time}, graine {seed}.",
    "For a web page: joute report {name}": "Pour une page web : joute report {name}",
    "No tournament is stored yet. Start one with: joute tournament GAME AGENT AGENT…": (
        "Aucun tournoi enregistré. Pour commencer : joute tournament JEU AGENT AGENT…"
    ),
    "Page {page} of {pages}, {total} games. See one with: joute report {name} --game ID": (
        "Page {page} sur {pages}, {total} parties. Pour en voir une : joute report {name} --game ID"
    ),
    "The page is in {file}": "La page est dans {file}",
    "analysing {tournament}": "analyse de {tournament}",
    "against": "contre",
    "agents": "agents",
    "block": "bloc",
    "choices": "choix",
    "faults": "fautes",
    "format": "format",
    "games": "parties",
    "last change": "dernier changement",
    "seats and scores": "sièges et scores",
    "tournament": "tournoi",
    "seed": "graine",
    "seed {seed}": "graine {seed}",
}

PAGE = {
    "Ranking": "Classement",
    "Pairs": "Paires",
    "By seat": "Par siège",
    "Length of the games": "Longueur des parties",
    "Thinking time": "Temps de réflexion",
    "A game: {game}": "Une partie : {game}",
    "Faults of bots": "Fautes des bots",
    "How to repeat it": "Pour le refaire",
    "No significant difference: {agents}.": "Pas de différence significative : {agents}.",
    "A cycle, which no ranking can show: {cycle}.": "Un cycle, qu'aucun classement ne peut montrer : {cycle}.",
    "Some agents are not connected by games yet: ratings of different groups cannot be compared.": (
        "Les parties ne relient pas encore tous les agents : les cotes de groupes différents ne se comparent pas."
    ),
    "Elo around the mean of the field ({model}); bars are 95 % intervals from {units} independent deals or blocks.": (
        "Elo autour de la moyenne ({model}) ; traits : intervalles à 95 %, tirés de {units} donnes ou blocs indépendants."
    ),
    "Dot: median; box: quartiles; line: 5 to 95 %; small dot: maximum. The scale is logarithmic.": (
        "Point : médiane ; boîte : quartiles ; trait : de 5 à 95 % ; petit point : maximum. L'échelle est logarithmique."
    ),
    "The game ended before the first choice.": "La partie a fini avant le premier choix.",
    "No agent had to choose.": "Aucun agent n'a eu à choisir.",
    "None: no game was lost by a fault.": "Aucune : aucune partie n'a été perdue par une faute.",
    "The same command and version give the same games on any number of processes, unless an agent has a time limit.": (
        "Même commande et même version donnent les mêmes parties, sur un processus ou plusieurs, sauf si un agent a une limite de temps."
    ),
    "Share of the points of the row against the column, in percent: blue above one half, ochre below.": (
        "Part des points de la ligne contre la colonne, en pour cent : bleu au-dessus d'un demi, ocre en dessous."
    ),
    "The vertical line is an equal share. In every block each agent takes every seat under the same chance.": (
        "Le trait vertical est une part égale. Dans chaque bloc, chaque agent occupe chaque siège avec le même hasard."
    ),
    "Thinking time of each choice, on a logarithmic scale.": ("Temps de réflexion de chaque choix, sur une échelle logarithmique."),
    "Value of the position for seat 0, evaluated by {judge} from the mover's view.": (
        "Valeur de la position pour le siège 0, évaluée par {judge} d'après la vue du joueur au trait."
    ),
    "Value of the position for the seat that chooses, evaluated by {judge} from its view.": (
        "Valeur de la position pour le siège qui choisit, évaluée par {judge} d'après sa vue."
    ),
    "what it wrote (block {block})": "ce qu'il a écrit (bloc {block})",
    "choice": "choix",
    "every choice": "tous les choix",
    "limit": "limite",
    "opening": "ouverture",
    "openings": "ouvertures",
    "option": "option",
    "pair by pair": "paire par paire",
    "thinking time": "temps de réflexion",
    "the players": "les joueurs",
    "total": "total",
    "{count} agents": "{count} agents",
    "{games} games in {blocks} blocks": "{games} parties en {blocks} blocs",
}

NAMES = {
    "round robin": "toutes rondes",
    "swiss": "système suisse",
    "random tables": "tables au hasard",
    "did not start": "n'a pas démarré",
    "no answer": "sans réponse",
    "out of time": "temps dépassé",
    "crash": "plantage",
    "too much memory": "trop de mémoire",
    "illegal action": "action illégale",
    "invalid message": "message illisible",
    "flood": "déluge",
    "begun": "début",
    "Joute": "Joute",
    "rules": "règles",
    "Python": "Python",
    "NumPy": "NumPy",
    "Numba": "Numba",
    "llvmlite": "llvmlite",
    "system": "système",
    "processor": "processeur",
    "processors": "processeurs",
}

TOURNAMENTS: dict[str, str] = {**COMMANDS, **LIVE, **PAGE, **NAMES}
