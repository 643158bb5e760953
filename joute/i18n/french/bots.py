"""French texts of bots."""

BOTS = {
    "Write a bot, and check that it follows the protocol.": "Écrire un bot, et vérifier qu'il suit le protocole.",
    "Check a bot in a compliance run, and report what is wrong.": "Mettre un bot à l'épreuve, et dire ce qui ne va pas.",
    "Print a starter bot that plays legal actions.": "Afficher un bot de départ, qui joue déjà selon les règles.",
    "path/to/bot.py, path/to/bot.py:Name, or cmd: and a command": "chemin/du/bot.py, chemin/du/bot.py:Nom, ou cmd: et une commande",
    "python or javascript": "python ou javascript",
    "last lines of its standard error:": "dernières lignes de sa sortie d'erreur :",
    "The bot can play.": "Le bot peut jouer.",
    "The bot cannot play yet.": "Le bot ne peut pas encore jouer.",
    "{fault}: {sentence}.": "{fault} : {sentence}.",
    "It is ready after {seconds}; its name is {title}.": "Il est prêt après {seconds} ; son nom est {title}.",
    "Seed {seed}, seat {seat}, choice {choice}. {fault}: {sentence}.": "Graine {seed}, siège {seat}, choix {choice}. {fault} : {sentence}.",
    "It played {games} complete games on {seats} seats: {choices} choices, all legal.": (
        "Il a joué {games} parties complètes sur {seats} sièges : {choices} choix, tous permis."
    ),
    "The same seed does not give the same game: its random numbers should come only from the seed that it is given.": (
        "La même graine ne donne pas la même partie : son hasard ne devrait venir que de la graine qu'il reçoit."
    ),
    "It plays differently in a process that has played before: it carries state from game to game.": (
        "Il joue autrement dans un processus qui a déjà joué : il garde un état d'une partie à l'autre."
    ),
    "The same seed gives the same game.": "La même graine donne la même partie.",
    "It fails when a message has fields that it does not know; it should ignore them: {sentence}.": (
        "Il échoue quand un message a des champs qu'il ne connaît pas ; il devrait les ignorer : {sentence}."
    ),
    "It fails when it gets a message that it does not know; it should ignore it: {sentence}.": (
        "Il échoue quand il reçoit un message qu'il ne connaît pas ; il devrait l'ignorer : {sentence}."
    ),
    "It fails when a game is aborted and another begins: {sentence}.": (
        "Il échoue quand une partie est interrompue et qu'une autre commence : {sentence}."
    ),
    "It handles unknown fields, unknown messages and aborted games.": (
        "Il supporte les champs inconnus, les messages inconnus et les parties interrompues."
    ),
    "It ends when its input is closed.": "Il se termine quand son entrée est fermée.",
    "It does not end when its input is closed, and had to be killed.": (
        "Il ne se termine pas quand son entrée est fermée, et il a fallu le tuer."
    ),
    "It takes {median} per choice (median), at most {longest}; {game} in its slowest game, of a time bank of {bank}.": (
        "Il met {median} par choix (médiane), au plus {longest} ; {game} dans sa partie la plus lente, sur une réserve de {bank}."
    ),
    "It is slow: {game} of a time bank of {bank} in one game; on a busy machine it would lose on time. Median {median}.": (
        "Il est lent : {game} sur une réserve de {bank} en une partie ; sur une machine chargée, il perdrait au temps. Médiane {median}."
    ),
    "It did not start": "Il n'a pas démarré",
    "It does not answer": "Il ne répond pas",
    "Its time ran out": "Son temps est écoulé",
    "It crashed": "Il a planté",
    "It uses too much memory": "Il utilise trop de mémoire",
    "Its action is not legal": "Son action n'est pas permise",
    "It sent something that is not a message": "Ce qu'il a envoyé n'est pas un message",
    "It sends too much": "Il envoie trop",
    "seat {seat}: {agent}, {version}": "siège {seat} : {agent}, {version}",
    "seat {seat} thinks: {words}": "le siège {seat} pense : {words}",
    "value {value}": "valeur {value}",
    "A fault has ended the game.": "Une faute a mis fin à la partie.",
    "Fault of seat {seat}, which costs it a move. {fault}: {sentence}.": (
        "Faute du siège {seat}, qui lui coûte un coup. {fault} : {sentence}."
    ),
    "Fault of seat {seat}, which costs it the game. {fault}: {sentence}.": (
        "Faute du siège {seat}, qui lui coûte la partie. {fault} : {sentence}."
    ),
}
