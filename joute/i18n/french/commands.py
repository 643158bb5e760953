"""Everything the command line says, in French; the key is the English sentence."""

from joute.i18n.french.bots import BOTS
from joute.i18n.french.learning import LEARNING
from joute.i18n.french.settings import SETTINGS
from joute.i18n.french.tournaments import TOURNAMENTS
from joute.i18n.french.tuning import TUNING

HELP = {
    "An arena for game AIs: play, let agents play, and ask why. Without a command, the table in the browser.": (
        "Une arène pour IA de jeux : jouer, faire jouer, demander pourquoi. Sans commande, la table dans le navigateur."
    ),
    "Serve tables in the browser, for people, agents and programs.": (
        "Servir des tables dans le navigateur, pour des gens, des agents et des programmes."
    ),
    "Let a bot of this machine play at a server.": "Faire jouer un bot de cette machine sur un serveur.",
    "the address to listen on; 0.0.0.0 lets other machines in": "l'adresse à écouter ; 0.0.0.0 laisse entrer d'autres machines",
    "the port; 0: any free one": "le port ; 0 : n'importe lequel de libre",
    "where games are kept: a file or a URL": "où les parties sont gardées : un fichier ou une URL",
    "open the browser when there is one": "ouvrir le navigateur s'il y en a un",
    "another setting of the server; may be repeated": "un autre réglage du serveur ; peut être répété",
    "the address of a server: http://host:port": "l'adresse d'un serveur : http://hôte:port",
    "a bot: path/to/bot.py, cmd:./program, or an agent": "un bot : chemin/du/bot.py, cmd:./programme, ou un agent",
    "take an open seat at this table; else wait to be asked": "prendre un siège libre à cette table ; sinon attendre d'être demandé",
    "leave after so many games; 0: play on": "partir après tant de parties ; 0 : continuer",
    "List the games: their seats, their nature and their options.": "Les jeux : leurs sièges, leur nature et leurs options.",
    "List the agents: what they do, what they play and their settings.": (
        "Les agents : ce qu'ils font, à quoi ils jouent et leurs réglages."
    ),
    "Play a game here in the terminal, against agents or with others.": "Jouer ici, dans le terminal, contre des agents ou à plusieurs.",
    "Let agents play each other, and say who is ahead and how sure that is.": (
        "Faire jouer des agents entre eux, et dire qui est devant et avec quelle certitude."
    ),
    "Measure how exploitable an agent is: let the best answer found play against it.": (
        "Mesurer combien un agent est exploitable : faire jouer contre lui la meilleure réponse trouvée."
    ),
    "how many games, however long they take": "combien de parties, quel que soit le temps qu'elles prennent",
    "how long to play: 2 unless the games are counted": "combien de temps jouer : 2 sauf si les parties sont comptées",
    "who answers: best_response, fitted to the agent, if not said": (
        "qui répond : best_response, réglé selon l'agent, si on ne le dit pas"
    ),
    "the agent that is answered, a name or name:key=value,key=value": "l'agent auquel on répond, nom ou nom:clé=valeur,clé=valeur",
    "Count the lines of play to a depth: a proof of the rules.": (
        "Compter les suites de coups jusqu'à une profondeur : une preuve des règles."
    ),
    "Prove who wins with best play, how soon, and along which line.": (
        "Prouver qui gagne au mieux, en combien de coups et par quelle suite."
    ),
    "Measure the speed of the rules and the searches, in ratios of one run.": (
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
    "the name of a game, or a Python file that defines one": "le nom d'un jeu, ou un fichier Python qui en définit un",
    "names of games; all of them when none is given": "des noms de jeux ; tous si aucun n'est donné",
    "agents, each a name or name:key=value,key=value": "des agents, chacun nom ou nom:clé=valeur,clé=valeur",
    "only this agent; may be repeated": "cet agent seulement ; peut être répété",
    "how many choices deep": "profondeur, en nombre de choix",
    "a record that was saved": "une partie enregistrée",
    "an option of the game; may be repeated": "une option du jeu ; peut être répétée",
    "report in JSON, with nothing else on the standard output": "rapport en JSON, et rien d'autre sur la sortie standard",
    "say the version": "dire la version",
    "who sits where: human,alpha_beta:seconds=1": "qui est assis où : human,alpha_beta:seconds=1",
    "where all chance comes from; any when not given": "d'où vient tout le hasard ; au choix de Joute si rien n'est donné",
    "where all chance comes from: the same seed, the same games": "d'où vient tout le hasard : même graine, mêmes parties",
    "keep the game in this file at the end, or on leaving": "garder la partie dans ce fichier, à la fin ou en partant",
    "go on with a game that was saved": "reprendre une partie enregistrée",
    "how many games: 100, or at most 20,000 with --sprt": "combien de parties : 100, ou 20 000 au plus avec --sprt",
    "stop when it is known which Elo difference is the true one": "s'arrêter dès que l'on sait quelle différence Elo est la vraie",
    "balanced beginnings played from every seat, or none": "des débuts équilibrés joués de chaque siège, ou aucun",
    "how many processes; 0: one for each processor": "combien de processus ; 0 : un par processeur",
    "moves from the start, with commas: e5,f6": "des coups depuis le début, avec des virgules : e5,f6",
    "give up after so many seconds; 0: never": "abandonner après tant de secondes ; 0 : jamais",
    "measure the searches too": "mesurer aussi les recherches",
    "measure other libraries beside Joute, where they are installed": "mesurer aussi d'autres bibliothèques, si elles sont installées",
    "the file of the game, where the record's game is not one of Joute's": "le fichier du jeu, si ce n'est pas un jeu de Joute",
    "Show this message and exit.": "Montrer cette aide.",
    "Install completion for the current shell.": "Installer la complétion pour ce shell.",
    "Show completion for the current shell, to copy it or customize the installation.": (
        "Montrer la complétion pour ce shell, à copier ou à adapter."
    ),
    "--lang en or --lang fr chooses the language; the locale does when neither is given.": (
        "--lang en ou --lang fr choisit la langue ; sans cela, c'est celle du système."
    ),
    "Commands": "Commandes",
    "Error": "Erreur",
    "[required]": "[obligatoire]",
    "[default: {}]": "[par défaut : {}]",
}

SERVER = {
    "Joute is at {address}; Ctrl-C stops it": "Joute est à l'adresse {address} ; Ctrl-C l'arrête",
    "connected to {address}": "connecté à {address}",
    "the server is gone; trying again in {seconds} s": "le serveur ne répond plus ; nouvel essai dans {seconds} s",
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
    "answering {agent}": "réponse à {agent}",
    "answer": "réponse",
    "share": "part",
    "fair share": "part équitable",
    "gain": "gain",
    "lead in points": "avance en points",
    "{games} games in {blocks} blocks, seed {seed}.": "{games} parties en {blocks} blocs, graine {seed}.",
    "{agent} can be exploited: this answer wins more than its share.": "{agent} est exploitable : cette réponse gagne plus que sa part.",
    "This is no answer to {agent}: it wins less than its share.": "Ce n'est pas une réponse à {agent} : elle gagne moins que sa part.",
    "This answer shows no gain against {agent}: its fair share lies within the interval.": (
        "Cette réponse ne montre aucun gain contre {agent} : sa part équitable est dans l'intervalle."
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
    "Type a move by its name, or help.": "Tapez le nom d'un coup, ou aide.",
    "Type moves or help.": "Tapez coups ou aide.",
    "human": "humain",
    "you": "vous",
    "your move": "à vous",
    "seat {seat}": "siège {seat}",
    "Seat {seat}: take the keyboard, and press enter.": "Siège {seat} : prenez le clavier et tapez entrée.",
    "“{text}” could be {names}.": "« {text} » peut être {names}.",
    "Near it: {names}.": "Voisins : {names}.",
    "For instance: {names}.": "Par exemple : {names}.",
    "No move is called “{text}”.": "Aucun coup ne s'appelle « {text} ».",
    "No move begins with “{text}”.": "Aucun coup ne commence par « {text} ».",
    "{text} is not possible here.": "{text} n'est pas possible ici.",
    ", … ({count} in all)": ", … ({count} en tout)",
    "… {count} moves in all; “moves {text}” lists those that begin so.": (
        "… {count} coups en tout ; « coups {text} » donne ceux qui commencent ainsi."
    ),
    "A move is typed by its name, by the beginning of it, or by its number where moves are numbered.": (
        "Un coup se tape par son nom, par le début de son nom, ou par son numéro quand les coups sont numérotés."
    ),
    "these words": "ces mots",
    "what may be played here; moves f: only what begins so": "ce qui peut être joué ici ; coups f : seulement ce qui commence ainsi",
    "draw the position again": "redessiner la position",
    "what a good agent would play, its best three": "ce que jouerait un bon agent, ses trois meilleurs coups",
    "what the agents thought at their last choice": "ce que les agents ont pensé à leur dernier choix",
    "back to your last decision": "revenir à votre dernière décision",
    "keep the game in a file: save [FILE]": "garder la partie dans un fichier : sauver [FICHIER]",
    "leave; the game is kept": "partir ; la partie est gardée",
    "save [FILE] keeps this game, undo takes back, why explains; enter leaves.": (
        "sauver [FICHIER] garde la partie, annuler revient en arrière, pourquoi explique ; entrée pour partir."
    ),
    "{agent} would play {action}": "{agent} jouerait {action}",
    "seat {seat}, {agent}, played {action}": "siège {seat}, {agent}, a joué {action}",
    "What the others think would show what they hide: ask again when the game is over.": (
        "Ce que pensent les autres montrerait ce qu'ils cachent : demandez quand la partie sera finie."
    ),
    "No agent has chosen anything yet.": "Aucun agent n'a encore rien choisi.",
    "There is nothing to take back.": "Il n'y a rien à reprendre.",
    "Taken back: {move}.": "Repris : {move}.",
    "Saved in {file}.": "Partie gardée dans {file}.",
    "The game is kept. Go on with: {command}": "La partie est gardée. Pour la reprendre : {command}",
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
    "views": "vues",
    "games": "parties",
    "log loss": "perte logarithmique",
    "without features": "sans rien voir",
    "expected": "attendu",
    "came": "advenu",
    "{features} weights are in {file}.": "{features} poids sont dans {file}.",
    "They are those that come with the game.": "Ce sont ceux qui accompagnent le jeu.",
    "They differ from those that come with the game.": "Ils diffèrent de ceux qui accompagnent le jeu.",
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
    "all {count} moves are alike to it": "les {count} coups se valent pour lui",
    "own choice, and the other's": "son choix, et celui de l'autre",
    "expected: {line}": "suite attendue : {line}",
    "depth {depth}, ": "profondeur {depth}, ",
    "positions looked at: {nodes}, time: {time}": "positions examinées : {nodes}, durée : {time}",
    "Games took {mean} choices on average, {shortest} to {longest}.": "{mean} choix par partie en moyenne, de {shortest} à {longest}.",
    "{games} games in {time}, seed {seed}.": "{games} parties en {time}, graine {seed}.",
    "{ahead} is ahead of {behind}.": "{ahead} est devant {behind}.",
    "After {blocks} blocks the log likelihood ratio is {ratio}; the test goes on within {bounds}.": (
        "Après {blocks} blocs, le logarithme du rapport de vraisemblance est {ratio} ; le test continue entre {bounds}."
    ),
    "Elo and intervals are corrected for the stop.": "Elo et intervalles tiennent compte de l'arrêt.",
    "It cannot be told who is stronger: one half lies within the interval. More games would narrow it.": (
        "On ne peut pas dire qui est le plus fort : un demi est dans l'intervalle. Plus de parties le réduiraient."
    ),
    "Seat {seat} ({whose}) wins in {plies} plies.": "Le siège {seat} ({whose}) gagne en {plies} coups.",
    "to move": "au trait",
    "not to move": "pas au trait",
    "No shorter win exists.": "Il n'y a pas de gain plus court.",
    "Nothing was proven.": "Rien n'a été prouvé.",
    "With best play the game is a draw.": "Au mieux des deux côtés, la partie est nulle.",
    "main line: {line}": "suite principale : {line}",
}

FRENCH: dict[str, str] = {
    **HELP,
    **SERVER,
    **WORK,
    **PLAY,
    **REPORTS,
    **SETTINGS,
    **BOTS,
    **LEARNING,
    **TOURNAMENTS,
    **TUNING,
}
