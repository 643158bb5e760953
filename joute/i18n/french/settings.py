"""What options and settings mean, in French; the key is the English sentence that the game or the agent states."""

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
    "tokens that win the match; 0: as many as the rule book says for the seats (6, 5, 4, 3, 3)": (
        "jetons qui gagnent la partie ; 0 : autant que la règle le dit selon le nombre de joueurs (6, 5, 4, 3, 3)"
    ),
    "play so many rounds and score the tokens; 0: play a match to the tokens": (
        "jouer tant de manches et compter les jetons ; 0 : jouer jusqu'au nombre de jetons"
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
    "the second trainer's creatures, where they are others than the first's": (
        "les créatures du second dresseur, si ce ne sont pas celles du premier"
    ),
    "turns after which the larger sum of HP wins": "tours après lesquels la plus grande somme de PV gagne",
    # settings of agents
    "thinking time when no iterations are given; 0: none": "temps de réflexion si aucune itération n'est donnée ; 0 : aucun",
    "playouts over all worlds: the level of play": "parties simulées sur tous les mondes : le niveau de jeu",
    "playouts in each imagined world": "parties simulées dans chaque monde imaginé",
    "UCT's c, for scores scaled by the Spec": "le c d'UCT, pour des scores ramenés à l'échelle du jeu",
    "UCB's c, for scores scaled by the Spec": "le c d'UCB, pour des scores ramenés à l'échelle du jeu",
    "UCT's c, for scores divided by what a deal can change": "le c d'UCT, pour des scores divisés par ce qu'une donne peut changer",
    "duct: UCB's c, for scores scaled to [0, 1]": "duct : le c d'UCB, pour des scores ramenés à [0, 1]",
    "regret and exp3: share of choices made by lot": "regret et exp3 : part des choix tirés au sort",
    "what is added up over the worlds: visits, means or votes": "ce qui s'additionne sur les mondes : visites, moyennes ou votes",
    "whose view files the others' choices": "selon la vue de qui les choix des autres sont rangés",
    "how a new position is judged": "comment une position nouvelle est jugée",
    "how a new position is judged; auto: evaluate where the game can, else playout": (
        "comment une position nouvelle est jugée ; auto : évaluation si le jeu en a une, sinon partie simulée"
    ),
    "how choices are selected on the way down": "comment les choix sont sélectionnés en descendant",
    "which action is chosen: the most visited, or the best mean": "quelle action est choisie : la plus visitée, ou la meilleure moyenne",
    "which root action is chosen: the most visited, or the best mean": (
        "quelle action de la racine est choisie : la plus visitée, ou la meilleure moyenne"
    ),
    "searches at the same time; 0: one for each core": "recherches en même temps ; 0 : une par cœur",
    "room in a tree; a full one goes on without growing": "place dans un arbre ; plein, il continue sans grandir",
    "views that can be remembered": "vues qui peuvent être retenues",
    "positions that can be remembered": "positions qui peuvent être retenues",
    "positions remembered at most": "positions retenues au plus",
    "for each percent of danger that the next card is a deadly trap": "par pour cent de danger que la carte suivante soit un piège mortel",
    "for each seat with fewer gems": "par joueur qui a moins de gemmes",
    "for each gem missing to the next seat above in the ranking": "par gemme qui manque pour rejoindre le joueur classé juste devant",
    "for each gem of lead over the next seat below in the ranking": "par gemme d'avance sur le joueur classé juste derrière",
    "for each gem on the path and seat inside": "par gemme au sol et par joueur présent",
    "turns looked ahead": "tours regardés à l'avance",
    "turns looked ahead; 0: 2, or as far as the seconds or nodes allow when they are given": (
        "tours regardés à l'avance ; 0 : 2, ou autant que les secondes ou les positions données le permettent"
    ),
    "plies looked ahead": "coups regardés à l'avance",
    "plies to look ahead (0: no limit)": "coups à regarder à l'avance (0 : sans limite)",
    "seconds to think (0: no limit); the default gives way to nodes or depth": (
        "secondes de réflexion (0 : sans limite) ; la valeur par défaut cède devant les positions ou la profondeur"
    ),
    "seconds to think at most (0: no limit)": "secondes de réflexion au plus (0 : sans limite)",
    "thinking time; 0: no limit": "temps de réflexion ; 0 : sans limite",
    "positions to look at (0: no limit)": "positions à examiner (0 : sans limite)",
    "positions looked at; 0: no limit": "positions examinées ; 0 : sans limite",
    "search every legal action and never extend, rather than the game's candidates": (
        "examiner toutes les actions permises sans prolonger, plutôt que les candidates du jeu"
    ),
    "the most candidates to search in a position (0: all)": "le plus de candidates à examiner dans une position (0 : toutes)",
    "the most plies to go on where the game says that an evaluation cannot be trusted": (
        "le plus de coups à prolonger là où le jeu dit que l'évaluation n'est pas sûre"
    ),
    "use the game's evaluation; without it only the ends of games count": (
        "employer l'évaluation du jeu ; sans elle, seules les fins de partie comptent"
    ),
    "megabytes of the transposition table": "mégaoctets de la table de transposition",
    "UCB's c, for chances to win": "le c d'UCB, pour des chances de gagner",
    "a tree for each imagined deal, or one tree and a new deal for each playout": (
        "un arbre par donne imaginée, ou un seul arbre et une nouvelle donne à chaque partie"
    ),
    "cards in hand from which every world is counted out": "cartes en main à partir desquelles tous les mondes sont comptés",
    "how easily it takes a worse action: the loss, as a share of what is at stake, that e times fewer choose": (
        "avec quelle facilité il prend une moins bonne action : la perte, en part de l'enjeu, que e fois moins choisissent"
    ),
    "how the last positions are judged: stated (the game's own rule), fitted (the weights that come with the game), "
    "auto (these where there are some for such options), or a file of weights": (
        "comment les dernières positions sont jugées : stated (la règle du jeu), fitted (les poids fournis avec le "
        "jeu), auto (ceux-ci s'il y en a pour ces options), ou un fichier de poids"
    ),
    "how the other seats choose: as they learn to in the search, with care, or at random": (
        "comment les autres choisissent : comme ils l'apprennent dans la recherche, avec prudence, ou au hasard"
    ),
    "the agent that is answered; its settings follow with +, as in ismcts+iterations=200": (
        "l'agent auquel il répond ; ses réglages suivent avec +, comme dans ismcts+iterations=200"
    ),
    "samples in all; 0: 20000, or 200 where the agent must be asked": (
        "échantillons en tout ; 0 : 20000, ou 200 là où il faut demander à l'agent"
    ),
    "own choices up to which the agent is asked; 0: to the end of the round": (
        "nombre de ses propres choix jusqu'où l'on demande à l'agent ; 0 : jusqu'à la fin de la manche"
    ),
    "how often the agent is asked at one view, each time with other dice": (
        "combien de fois on demande à l'agent pour une même vue, chaque fois avec d'autres dés"
    ),
    "how the position beyond the horizon is judged; auto: evaluate where the game comes with fitted weights, else careful": (
        "comment la position au-delà de l'horizon est jugée ; auto : évaluation si le jeu vient avec des poids ajustés, sinon prudemment"
    ),
    "a file of trained weights; none: those that come with the game": (
        "un fichier de poids entraînés ; aucun : ceux qui viennent avec le jeu"
    ),
    "who says what a choice is worth before it is tried: nobody, or a network": (
        "qui dit ce que vaut un choix avant qu'il soit essayé : personne, ou un réseau"
    ),
    "with prior=network, how many visits its word counts for": "avec prior=network, pour combien de visites compte sa parole",
    "how often it plays its highest card to be rid of it, instead of its lowest": (
        "combien de fois il joue sa plus haute carte pour s'en défaire, au lieu de la plus basse"
    ),
    "leave as soon as so many are carried": "partir dès qu'on en porte autant",
    "never lose more than this share of the whole scale at once, as far as it sees": (
        "ne jamais perdre d'un coup plus que cette part de l'échelle, pour autant qu'il le voie"
    ),
    "playouts in each imagined deal that has a tree": "parties jouées dans chaque donne imaginée qui a un arbre",
    "samples in all; 0: as time allows": "échantillons en tout ; 0 : selon le temps",
    "the agent that it asks; its settings follow with +, as in ismcts+iterations=200": (
        "l'agent qu'il interroge ; ses réglages suivent avec +, comme dans ismcts+iterations=200"
    ),
    "what every seat wants: a high score, or to win, by whatever score": (
        "ce que veut chacun : un score élevé, ou gagner, quel que soit le score"
    ),
    "whom the others play for in the last tricks: each for itself, or all against me": (
        "pour qui jouent les autres dans les derniers plis : chacun pour soi, ou tous contre moi"
    ),
    "with rivals=careful, how often they choose at random instead": "avec rivals=careful, combien de fois ils choisissent plutôt au hasard",
    "worlds that fit are all alike, or as likely as the others' past choices in them": (
        "les mondes possibles se valent, ou sont aussi probables que les choix passés des autres dans ces mondes"
    ),
}
