"""What the command line says of bots, in French."""

BOTS = {
    "Write a bot, and check that it follows the protocol.": "Écrire un bot, et vérifier qu'il suit le protocole.",
    "Check a bot in a compliance run, and report what is wrong.": "Mettre un bot à l'épreuve, et dire ce qui ne va pas.",
    "Print a starter bot that plays legal actions.": "Afficher un bot de départ, qui joue déjà selon les règles.",
    "path/to/bot.py, path/to/bot.py:Name, or cmd: and a command": "chemin/du/bot.py, chemin/du/bot.py:Nom, ou cmd: et une commande",
    "python or javascript": "python ou javascript",
    "at the end of its standard error:": "à la fin de sa sortie d'erreur :",
    "The bot is fit to play.": "Le bot est en état de jouer.",
    "The bot is not fit to play yet.": "Le bot n'est pas encore en état de jouer.",
    "It does not start. {fault}: {sentence}.": "Il ne démarre pas. {fault} : {sentence}.",
    "It is ready after {seconds} and calls itself {title}.": "Il est prêt après {seconds} et dit s'appeler {title}.",
    "Seed {seed}, seat {seat}, choice {choice}. {fault}: {sentence}.": "Graine {seed}, siège {seat}, choix {choice}. {fault} : {sentence}.",
    "It has played {games} whole games on {seats} seats, {choices} choices, all legal.": (
        "Il a joué {games} parties entières sur {seats} sièges, {choices} choix, tous permis."
    ),
    "The same seed does not give the same game: it should draw lots only with the dice or the seed it is given.": (
        "La même graine ne donne pas la même partie : il ne devrait tirer au sort qu'avec les dés ou la graine qu'il reçoit."
    ),
    "It plays differently in the process that has played before: it remembers something from game to game.": (
        "Il joue autrement dans le processus qui a déjà joué : il se souvient de quelque chose d'une partie à l'autre."
    ),
    "The same seed gives the same game.": "La même graine donne la même partie.",
    "It fails when a message has fields that it does not know; it should ignore them: {sentence}.": (
        "Il échoue quand un message a des champs qu'il ne connaît pas ; il devrait les ignorer : {sentence}."
    ),
    "It fails when it gets a message that it does not know; it should ignore it: {sentence}.": (
        "Il échoue quand il reçoit un message qu'il ne connaît pas ; il devrait l'ignorer : {sentence}."
    ),
    "It fails when a game is broken off and another begins: {sentence}.": (
        "Il échoue quand une partie est interrompue et qu'une autre commence : {sentence}."
    ),
    "Unknown fields, unknown messages and games that are broken off do not disturb it.": (
        "Champs inconnus, messages inconnus et parties interrompues ne le dérangent pas."
    ),
    "It ends when its input is closed.": "Il se termine quand son entrée est fermée.",
    "It does not end when its input is closed, and has to be killed.": (
        "Il ne se termine pas quand son entrée est fermée, et il faut le tuer."
    ),
    "It thinks {median} a choice (median), at most {longest}; {game} in its slowest game, of a bank of {bank}.": (
        "Il réfléchit {median} par choix (médiane), au plus {longest} ; {game} dans sa partie la plus lente, sur {bank} de réserve."
    ),
    "It is slow: {game} of a bank of {bank} in one game; on a busy machine it would lose on time. Median {median}.": (
        "Il est lent : {game} sur {bank} de réserve en une partie ; sur une machine chargée, il perdrait au temps. Médiane {median}."
    ),
    "It did not get ready": "Il n'a pas été prêt",
    "It does not answer": "Il ne répond pas",
    "Its time ran out": "Son temps est écoulé",
    "It ended": "Il s'est arrêté",
    "It wants too much memory": "Il veut trop de mémoire",
    "Its action is not legal": "Son action n'est pas permise",
    "What it says is not a message": "Ce qu'il dit n'est pas un message",
    "It says too much": "Il en dit trop",
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
