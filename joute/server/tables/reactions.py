"""Ready-made reactions: what people may say at a table, in everybody's language."""

REACTIONS = {
    "hello": {"en": "Hello!", "fr": "Bonjour !"},
    "good_luck": {"en": "Good luck!", "fr": "Bonne chance !"},
    "well_played": {"en": "Well played!", "fr": "Bien joué !"},
    "thanks": {"en": "Thank you!", "fr": "Merci !"},
    "oops": {"en": "Oops!", "fr": "Oups !"},
    "wow": {"en": "Wow!", "fr": "Ouah !"},
    "thinking": {"en": "Let me think…", "fr": "Je réfléchis…"},
    "hurry": {"en": "Your turn!", "fr": "À toi !"},
    "again": {"en": "Once more?", "fr": "On remet ça ?"},
    "goodbye": {"en": "Goodbye!", "fr": "Au revoir !"},
}
