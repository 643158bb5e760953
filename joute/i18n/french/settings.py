"""French texts of the settings of agents and the options of games."""

SETTINGS = {
    # options of games
    "deals of a match; a multiple of four lets every seat open equally often": (
        "donnes d'une partie ; un multiple de quatre fait ouvrir chacun aussi souvent"
    ),
    "explorers at the table": "explorateurs à la table",
    "times that they enter the cave": "entrées dans la grotte",
    "the relics: 2006 one more a round, the first three taken worth 5 and the last two 10; "
    "2016 all five from the start; 2020 one more a round, worth 5, 7, 8, 10 and 12 as numbered": (
        "les reliques : 2006 une de plus par manche, les trois premières prises valent 5 et les deux dernières 10 ; "
        "2016 les cinq dès le début ; 2020 une de plus par manche, de valeur 5, 7, 8, 10 et 12 selon leur numéro"
    ),
    "players at the table": "joueurs à la table",
    "tokens that win the match (0: as in the rule book, 6, 5, 4, 3, 3 for 2 to 6 seats)": (
        "jetons qui gagnent la partie (0 : selon la règle, 6, 5, 4, 3, 3 pour 2 à 6 joueurs)"
    ),
    "number of rounds, scored by tokens (0: play a match to the tokens)": (
        "nombre de manches, où l'on compte les jetons (0 : jouer jusqu'au nombre de jetons)"
    ),
    "columns of the board": "colonnes du plateau",
    "rows of the board": "lignes du plateau",
    "marks in a line that win": "marques alignées qui gagnent",
    "the second player may take over the first stone instead of answering it": (
        "le second joueur peut reprendre la première pierre à son compte au lieu d'y répondre"
    ),
    "one to 6 creatures, separated by commas or +, repeated ones allowed": (
        "une à 6 créatures, séparées par des virgules ou des +, répétitions permises"
    ),
    "the second trainer's creatures, if different from the first's": (
        "les créatures du second dresseur, si ce ne sont pas celles du premier"
    ),
    "turns after which the larger sum of HP wins": "tours après lesquels la plus grande somme de PV gagne",
    # settings of agents
    "time limit if no iterations are given (0: no limit)": "limite de temps si aucune itération n'est donnée (0 : aucune)",
    "iterations over all worlds: the level of play": "itérations sur tous les mondes : le niveau de jeu",
    "iterations in each sampled world": "itérations dans chaque monde tiré",
    "UCT's c, for scores scaled by the Spec": "le c d'UCT, pour des scores ramenés à l'échelle du jeu",
    "UCB's c, for scores scaled by the Spec": "le c d'UCB, pour des scores ramenés à l'échelle du jeu",
    "UCT's c, for scores divided by what a deal can change": "le c d'UCT, pour des scores divisés par ce qu'une donne peut changer",
    "duct: UCB's c, for scores scaled to [0, 1]": "duct : le c d'UCB, pour des scores ramenés à [0, 1]",
    "regret and exp3: share of actions selected at random": "regret et exp3 : part des actions choisies au hasard",
    "what is summed over the worlds: visits, means or votes": "ce qui s'additionne sur les mondes : visites, moyennes ou votes",
    "whose view a node of another seat is: the searching seat's, or its own": (
        "la vue de qui est un nœud d'un autre siège : celle du chercheur, ou la sienne"
    ),
    "how a new position is evaluated: by a random or careful playout, by the game's evaluation, or by a network": (
        "comment une position nouvelle est évaluée : partie simulée au hasard ou prudente, évaluation du jeu, ou réseau"
    ),
    "how a new position is evaluated; auto: by the game's evaluation if it has one, else by a random playout": (
        "comment une position nouvelle est évaluée ; auto : par l'évaluation du jeu s'il en a une, sinon en jouant au hasard jusqu'au bout"
    ),
    "how actions are selected in the tree": "comment les actions sont sélectionnées dans l'arbre",
    "which action is played: the most visited, or the one with the best mean": (
        "quelle action est jouée : la plus visitée, ou celle de meilleure moyenne"
    ),
    "number of threads (0: one per core)": "nombre de fils d'exécution (0 : un par cœur)",
    "maximum number of nodes": "nombre maximal de nœuds",
    "entries of the transposition table at most": "entrées de la table de transposition au plus",
    "for each percent of danger that the next card is a deadly trap": "par pour cent de danger que la carte suivante soit un piège mortel",
    "for each seat with fewer gems": "par joueur qui a moins de gemmes",
    "for each gem missing to the next seat above in the ranking": "par gemme qui manque pour rejoindre le joueur classé juste devant",
    "for each gem of lead over the next seat below in the ranking": "par gemme d'avance sur le joueur classé juste derrière",
    "for each gem on the path and seat inside": "par gemme au sol et par joueur présent",
    "turns looked ahead": "tours regardés à l'avance",
    "search depth in turns (0: 2, or no limit if seconds or nodes are given)": (
        "profondeur de recherche en tours (0 : 2, ou sans limite si seconds ou nodes sont donnés)"
    ),
    "plies looked ahead": "coups regardés à l'avance",
    "search depth in plies (0: no limit)": "profondeur de recherche en demi-coups (0 : sans limite)",
    "thinking time in seconds (0: no limit); the default applies only without nodes and depth": (
        "temps de réflexion en secondes (0 : sans limite) ; la valeur par défaut ne vaut que sans nodes ni depth"
    ),
    "seconds to think at most (0: no limit)": "secondes de réflexion au plus (0 : sans limite)",
    "thinking time; 0: no limit": "temps de réflexion ; 0 : sans limite",
    "maximum number of positions searched (0: no limit)": "nombre maximal de positions examinées (0 : sans limite)",
    "search every legal action, without quiescence search, instead of the game's candidates": (
        "examiner toutes les actions permises, sans recherche de quiescence, plutôt que les candidates du jeu"
    ),
    "maximum number of candidates searched in a position (0: all)": (
        "nombre maximal de candidates examinées dans une position (0 : toutes)"
    ),
    "plies added at most while the game says that its evaluation cannot be trusted": (
        "demi-coups ajoutés au plus tant que le jeu dit que son évaluation n'est pas sûre"
    ),
    "use the game's evaluation; without it only the ends of games count": (
        "employer l'évaluation du jeu ; sans elle, seules les fins de partie comptent"
    ),
    "megabytes of the transposition table": "mégaoctets de la table de transposition",
    "UCB's c, for chances to win": "le c d'UCB, pour des chances de gagner",
    "one tree per sampled deal, or one tree and a new deal for each iteration": (
        "un arbre par donne tirée, ou un seul arbre et une nouvelle donne à chaque itération"
    ),
    "number of cards in hand from which on every world is searched to the end": (
        "nombre de cartes en main à partir duquel chaque monde est exploré jusqu'au bout"
    ),
    "how much it errs: an action that loses this share of what is at stake is chosen e times less often than the best": (
        "à quel point il se trompe : une action qui perd cette part de l'enjeu est choisie e fois moins souvent que la meilleure"
    ),
    "evaluation at the horizon: stated (the game's own rule), fitted (the weights that come with the game), "
    "auto (fitted if they suit the options, else stated), or a file of weights": (
        "évaluation à l'horizon : stated (la règle du jeu), fitted (les poids fournis avec le jeu), "
        "auto (fitted s'ils conviennent aux options, sinon stated), ou un fichier de poids"
    ),
    "how the other seats act: as the search finds best, by the rule careful, or at random": (
        "comment agissent les autres : au mieux selon la recherche, par la règle careful, ou au hasard"
    ),
    "the agent that it responds to; its settings follow with +, as in ismcts+iterations=200": (
        "l'agent auquel il répond ; ses réglages suivent avec +, comme dans ismcts+iterations=200"
    ),
    "number of iterations (0: 20000, or 200 if the agent must be asked)": (
        "nombre d'itérations (0 : 20000, ou 200 s'il faut demander à l'agent)"
    ),
    "number of own decisions up to which the agent is asked (0: to the end of the round)": (
        "nombre de ses propres décisions jusqu'où l'on demande à l'agent (0 : jusqu'à la fin de la manche)"
    ),
    "choices of the agent that are sampled at each view": ("nombre de choix de l'agent tirés pour chaque vue"),
    "how a position beyond the horizon is evaluated; auto: evaluate if the game has fitted weights, else careful": (
        "comment une position au-delà de l'horizon est évaluée ; auto : evaluate si le jeu a des poids ajustés, sinon careful"
    ),
    "file of network weights (empty: those of the game)": "fichier de poids d'un réseau (vide : ceux du jeu)",
    "prior values of actions: none, or from a network": "valeurs a priori des actions : aucune, ou celles d'un réseau",
    "with prior=network, number of visits that a prior value counts as": (
        "avec prior=network, nombre de visites pour lequel compte une valeur a priori"
    ),
    "how often it plays its highest card to be rid of it, instead of its lowest": (
        "combien de fois il joue sa plus haute carte pour s'en défaire, au lieu de la plus basse"
    ),
    "number of carried gems at which it leaves": "nombre de gemmes portées à partir duquel il rentre",
    "never lose more than this share of the whole scale at once, as far as it sees": (
        "ne jamais perdre d'un coup plus que cette part de l'échelle, pour autant qu'il le voie"
    ),
    "with tree=deal, iterations in each sampled deal": "avec tree=deal, itérations dans chaque donne tirée",
    "total number of iterations (0: until time is up)": "nombre total d'itérations (0 : jusqu'à la fin du temps)",
    "the agent that it asks; its settings follow with +, as in ismcts+iterations=200": (
        "l'agent qu'il interroge ; ses réglages suivent avec +, comme dans ismcts+iterations=200"
    ),
    "what every seat maximises: its score, or its chance to win": "ce que maximise chaque siège : son score, ou sa chance de gagner",
    "whom the others play for in the last tricks: each for itself, or all against the searching seat": (
        "pour qui jouent les autres dans les derniers plis : chacun pour soi, ou tous contre le chercheur"
    ),
    "with opponents=careful, how often they act at random instead": "avec opponents=careful, fréquence de leurs actions au hasard",
    "sampled worlds: equally likely, or weighted by how likely the others' past actions are in them": (
        "mondes tirés : équiprobables, ou pondérés par la vraisemblance des actions passées des autres"
    ),
}
