"""French texts of the command line."""

HELP = {
    "An arena for game AIs: play, let agents play, and ask why. Without a command, play in the browser.": (
        "Une arène pour IA de jeux : jouer, faire jouer, demander pourquoi. Sans commande, jouer dans le navigateur."
    ),
    "Start the server: games in the browser for people, agents and bots.": (
        "Démarrer le serveur : des parties dans le navigateur pour des gens, des agents et des bots."
    ),
    "Let a bot on this machine play on a server.": "Faire jouer un bot de cette machine sur un serveur.",
    "address to listen on; 0.0.0.0 accepts other machines": "adresse à écouter ; 0.0.0.0 accepte d'autres machines",
    "port (0: any free one)": "port (0 : n'importe lequel de libre)",
    "where games are stored: a file or a URL": "où les parties sont enregistrées : un fichier ou une URL",
    "open the browser, if there is one": "ouvrir le navigateur s'il y en a un",
    "another setting of the server; may be repeated": "un autre réglage du serveur ; peut être répété",
    "address of a server: http://host:port": "adresse d'un serveur : http://hôte:port",
    "a bot: path/to/bot.py, cmd:./program, or an agent": "un bot : chemin/du/bot.py, cmd:./programme, ou un agent",
    "take an open seat at this table (default: wait for invitations)": (
        "prendre un siège libre à cette table (par défaut : attendre une invitation)"
    ),
    "number of games to play (0: no limit)": "nombre de parties à jouer (0 : sans limite)",
    "List the games with their seats, nature and options.": "Les jeux, avec leurs sièges, leur nature et leurs options.",
    "List the agents with the games they play and their settings.": ("Les agents, avec les jeux auxquels ils jouent et leurs réglages."),
    "Play a game in the terminal, against agents or other people.": "Jouer dans le terminal, contre des agents ou d'autres personnes.",
    "Let agents play each other, and report who is stronger and how certain that is.": (
        "Faire jouer des agents entre eux, et dire lequel est le plus fort et avec quelle certitude."
    ),
    "Measure how exploitable an agent is by the best response found.": (
        "Mesurer combien un agent est exploitable par la meilleure réponse trouvée."
    ),
    "number of games": "nombre de parties",
    "time limit in minutes (default: 2, unless --games is given)": "durée limite en minutes (par défaut : 2, sauf si --games est donné)",
    "the responding agent (default: best_response, set up for the agent)": (
        "l'agent qui répond (par défaut : best_response, réglé selon l'agent)"
    ),
    "Count the action sequences up to a depth, to verify the rules.": (
        "Compter les suites d'actions jusqu'à une profondeur, pour vérifier les règles."
    ),
    "Prove who wins with best play, in how many plies, and show the principal variation.": (
        "Prouver qui gagne au mieux, en combien de coups, et montrer la variante principale."
    ),
    "Measure the speed of the rules and the searches, as ratios of one run.": (
        "Mesurer la vitesse des règles et des recherches, en rapports d'une même exécution."
    ),
    "Fit an evaluation of a game to games of self-play.": "Ajuster une évaluation d'un jeu à des parties jouées contre soi-même.",
    "number of games in the last round of self-play": "nombre de parties du dernier tour de jeu contre soi-même",
    "number of rounds of self-play; each uses the weights of the one before": (
        "nombre de tours de jeu contre soi-même ; chacun emploie les poids du précédent"
    ),
    "number of games between the agent with and without the fitted weights (0: none)": (
        "nombre de parties entre l'agent avec et sans les poids ajustés (0 : aucune)"
    ),
    "Show a recorded game step by step.": "Montrer pas à pas une partie enregistrée.",
    "Compile in advance what the agents of the games need.": "Compiler d'avance ce dont les agents des jeux ont besoin.",
    "name of a game, or a Python file that defines one": "nom d'un jeu, ou fichier Python qui en définit un",
    "names of games (default: all)": "noms de jeux (par défaut : tous)",
    "agents, each a name or name:key=value,key=value": "des agents, chacun nom ou nom:clé=valeur,clé=valeur",
    "only this agent; may be repeated": "cet agent seulement ; peut être répété",
    "depth in plies": "profondeur en demi-coups",
    "a saved game": "une partie enregistrée",
    "an option of the game; may be repeated": "une option du jeu ; peut être répétée",
    "print JSON, and nothing else, on the standard output": "écrire du JSON, et rien d'autre, sur la sortie standard",
    "print the version": "afficher la version",
    "the player of each seat: human,alpha_beta:seconds=1": "le joueur de chaque siège : human,alpha_beta:seconds=1",
    "random seed (default: a random one)": "graine du hasard (par défaut : tirée au hasard)",
    "random seed: the same seed gives the same games": "graine du hasard : la même graine donne les mêmes parties",
    "save the game in this file at the end, or on leaving": "enregistrer la partie dans ce fichier, à la fin ou en partant",
    "resume a saved game": "reprendre une partie enregistrée",
    "number of games (default: 100; with --sprt at most 20,000)": "nombre de parties (par défaut : 100 ; avec --sprt, 20 000 au plus)",
    "stop when one of two Elo differences is accepted": "s'arrêter dès qu'une des deux différences Elo est acceptée",
    "balanced openings, played from every seat, or none": "ouvertures équilibrées, jouées de chaque siège, ou aucune",
    "number of processes (0: one per processor)": "nombre de processus (0 : un par processeur)",
    "actions from the start, separated by commas: e5,f6": "actions depuis le début, séparées par des virgules : e5,f6",
    "time limit in seconds (0: none)": "durée limite en secondes (0 : aucune)",
    "measure the searches too": "mesurer aussi les recherches",
    "compare with other libraries, if they are installed": "comparer avec d'autres bibliothèques, si elles sont installées",
    "Python file that defines the game, if it is not built in": "fichier Python qui définit le jeu, si ce n'est pas un jeu de Joute",
    "Show this message and exit.": "Montrer cette aide.",
    "Install completion for the current shell.": "Installer la complétion pour ce shell.",
    "Show completion for the current shell, to copy it or customize the installation.": (
        "Montrer la complétion pour ce shell, à copier ou à adapter."
    ),
    "--lang en or --lang fr selects the language; the default is that of the locale.": (
        "--lang en ou --lang fr choisit la langue ; par défaut, celle du système."
    ),
    "Commands": "Commandes",
    "Error": "Erreur",
    "[required]": "[obligatoire]",
    "[default: {}]": "[par défaut : {}]",
}

SERVER = {
    "Joute is at {address}; Ctrl-C stops it": "Joute est à l'adresse {address} ; Ctrl-C l'arrête",
    "connected to {address}": "connecté à {address}",
    "connection lost; retrying in {seconds} s": "connexion perdue ; nouvel essai dans {seconds} s",
    "a game of {game} on seat {seat}": "une partie de {game} sur le siège {seat}",
    "game {number} is over: {scores}": "la partie {number} est finie : {scores}",
}

WORK = {
    "fitting {game}": "ajustement de {game}",
    "self-play, round {number}": "jeu contre soi-même, tour {number}",
    "after against before": "après contre avant",
    "interrupted": "interrompu",
    "a rule or a search cannot be compiled: {error}": "une règle ou une recherche ne peut pas être compilée : {error}",
    "compiling": "compilation",
    "compiling {name} for {game} (once)…": "compilation de {name} pour {game} (une seule fois)…",
    "playing {game}": "parties de {game}",
    "responding to {agent}": "réponse à {agent}",
    "response": "réponse",
    "share": "part",
    "fair share": "part équitable",
    "gain": "gain",
    "lead in points": "avance en points",
    "{games} games in {blocks} blocks, seed {seed}.": "{games} parties en {blocks} blocs, graine {seed}.",
    "{agent} is exploitable: this response wins more than its fair share.": (
        "{agent} est exploitable : cette réponse gagne plus que sa part équitable."
    ),
    "This response fails against {agent}: it wins less than its fair share.": (
        "Cette réponse échoue contre {agent} : elle gagne moins que sa part équitable."
    ),
    "This response shows no gain against {agent}: the interval contains its fair share.": (
        "Cette réponse ne montre aucun gain contre {agent} : l'intervalle contient sa part équitable."
    ),
    "stands for {agent}": "est mis pour {agent}",
    "counting {game}": "comptage de {game}",
    "measuring": "mesures",
    "solving {game}…": "résolution de {game}…",
    "the rules": "les règles",
    "{name} for {game}": "{name} pour {game}",
    "{agent} is thinking…": "{agent} réfléchit…",
}

PLAY = {
    "Seats {seats}. Seed {seed}.": "Sièges {seats}. Graine {seed}.",
    "Type an action by its name, or help.": "Tapez le nom d'une action, ou aide.",
    "Type moves or help.": "Tapez coups ou aide.",
    "human": "humain",
    "you": "vous",
    "your move": "à vous",
    "seat {seat}": "siège {seat}",
    "Seat {seat}: take the keyboard, and press enter.": "Siège {seat} : prenez le clavier et tapez entrée.",
    "“{text}” could be {names}.": "« {text} » peut être {names}.",
    "Similar: {names}.": "Proches : {names}.",
    "For instance: {names}.": "Par exemple : {names}.",
    "There is no action “{text}”.": "Il n'y a pas d'action « {text} ».",
    "No action begins with “{text}”.": "Aucune action ne commence par « {text} ».",
    "{text} is not legal here.": "{text} n'est pas permis ici.",
    ", … ({count} in total)": ", … ({count} en tout)",
    "… {count} actions in total; “moves {text}” lists those that begin with {text}.": (
        "… {count} actions en tout ; « coups {text} » donne celles qui commencent par {text}."
    ),
    "Type an action by its name, by the beginning of it, or by its number if actions are numbered.": (
        "Tapez une action par son nom, par le début de son nom, ou par son numéro si les actions sont numérotées."
    ),
    "print this help": "afficher cette aide",
    "list the legal actions; moves f: only those that begin with f": (
        "les actions permises ; coups f : seulement celles qui commencent par f"
    ),
    "print the position again": "afficher de nouveau la position",
    "the three best actions in the view of a strong agent": "les trois meilleures actions selon un agent fort",
    "the opinions of the agents at their last decision": "l'avis des agents à leur dernière décision",
    "go back to your last decision": "revenir à votre dernière décision",
    "save the game: save [FILE]": "enregistrer la partie : sauver [FICHIER]",
    "leave; the game is saved": "quitter ; la partie est enregistrée",
    "save [FILE] saves the game, undo takes back an action, why explains; enter leaves.": (
        "sauver [FICHIER] enregistre la partie, annuler reprend une action, pourquoi explique ; entrée pour quitter."
    ),
    "{agent} would play {action}": "{agent} jouerait {action}",
    "seat {seat}, {agent}, played {action}": "siège {seat}, {agent}, a joué {action}",
    "The opinions of the others would reveal what they hide: ask again when the game is over.": (
        "L'avis des autres révélerait ce qu'ils cachent : demandez quand la partie sera finie."
    ),
    "No agent has played yet.": "Aucun agent n'a encore joué.",
    "There is nothing to undo.": "Il n'y a rien à annuler.",
    "Undone: {move}.": "Annulé : {move}.",
    "Saved in {file}.": "Partie gardée dans {file}.",
    "The game is saved. Resume it with: {command}": "La partie est enregistrée. Pour la reprendre : {command}",
    "Goodbye.": "Au revoir.",
    "The game is over.": "La partie est finie.",
    "The game is a draw.": "Partie nulle.",
    "You win!": "Vous gagnez !",
    "You lose: seat {seat} ({player}) wins.": "Vous perdez : le siège {seat} ({player}) gagne.",
    "Seat {seat} ({player}) wins.": "Le siège {seat} ({player}) gagne.",
    "Seats {seats} share the win.": "Les sièges {seats} se partagent la victoire.",
    "won": "gagné",
    "lost": "perdu",
    "shared": "partagé",
    "draw": "nul",
    "the beginning": "le début",
    "choice {number} of {total}": "choix {number} sur {total}",
    "seat {seat} ({player}) plays {move}": "le siège {seat} ({player}) joue {move}",
    "enter: next, b: back, q: quit": "entrée : suite, b : retour, q : quitter",
    "The record ends here; the game was not finished.": "L'enregistrement s'arrête ici ; la partie n'était pas finie.",
}

REPORTS = {
    "round": "tour",
    "rows": "lignes",
    "games": "parties",
    "log loss": "perte logarithmique",
    "without features": "sans rien voir",
    "predicted": "prédit",
    "actual": "réel",
    "{features} weights are in {file}.": "{features} poids sont dans {file}.",
    "They are those shipped with the game.": "Ce sont ceux qui accompagnent le jeu.",
    "They differ from those shipped with the game.": "Ils diffèrent de ceux qui accompagnent le jeu.",
    "No duel: none was asked for, or no search that reads weights plays this game.": (
        "Pas de duel : aucun n'a été demandé, ou aucune recherche qui lit des poids ne joue à ce jeu."
    ),
    "The player after the fit wins {share} against the one before ({interval}),": (
        "Le joueur d'après l'ajustement gagne {share} contre celui d'avant ({interval}),"
    ),
    "{elo} Elo ({interval}), in {games} games.": "{elo} Elo ({interval}), en {games} parties.",
    "game": "jeu",
    "title": "titre",
    "seat": "siège",
    "seats": "sièges",
    "player": "joueur",
    "nature": "nature",
    "options": "options",
    "agent": "agent",
    "action": "action",
    "value": "valeur",
    "chance to win": "chance de gagner",
    "visits": "visites",
    "weight": "poids",
    "score": "score",
    "wins": "gagnées",
    "draws": "nulles",
    "losses": "perdues",
    "mean": "moyenne",
    "95 % interval": "intervalle à 95 %",
    "Elo": "Elo",
    "median": "médiane",
    "longest": "maximum",
    "measure": "mesure",
    "compiled": "compilé",
    "ready": "prêt",
    "time": "durée",
    "Play one with: joute play {game}": "Pour jouer : joute play {game}",
    "… and {count} more": "… et {count} autres",
    "all {count} actions are equal": "les {count} actions se valent",
    "own action, and the opponent's": "son action, et celle de l'adversaire",
    "expected: {line}": "suite attendue : {line}",
    "depth {depth}, ": "profondeur {depth}, ",
    "nodes: {nodes}, time: {time}": "nœuds : {nodes}, durée : {time}",
    "Length of a game: {mean} choices on average, {shortest} to {longest}.": (
        "Longueur d'une partie : {mean} choix en moyenne, de {shortest} à {longest}."
    ),
    "{games} games in {time}, seed {seed}.": "{games} parties en {time}, graine {seed}.",
    "{ahead} is stronger than {behind}.": "{ahead} est plus fort que {behind}.",
    "After {blocks} blocks the log-likelihood ratio is {ratio}; the test continues within {bounds}.": (
        "Après {blocks} blocs, le logarithme du rapport de vraisemblance est {ratio} ; le test continue entre {bounds}."
    ),
    "Elo and intervals are corrected for the early stop.": "Elo et intervalles tiennent compte de l'arrêt anticipé.",
    "Neither is shown to be stronger: the interval contains one half. More games would narrow it.": (
        "Rien ne montre que l'un est plus fort : l'intervalle contient un demi. Plus de parties le réduiraient."
    ),
    "Seat {seat} ({whose}) wins in {plies} plies.": "Le siège {seat} ({whose}) gagne en {plies} coups.",
    "to move": "au trait",
    "not to move": "pas au trait",
    "No shorter win exists.": "Il n'y a pas de gain plus court.",
    "Nothing was proven.": "Rien n'a été prouvé.",
    "With best play the game is a draw.": "Au mieux des deux côtés, la partie est nulle.",
    "principal variation: {line}": "variante principale : {line}",
}

COMMANDS: dict[str, str] = {**HELP, **SERVER, **WORK, **PLAY, **REPORTS}
