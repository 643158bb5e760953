"""The levels as they were, with every setting written out: `master@0.1` plays what `master` played when 0.1 was frozen."""

REFERENCES = {
    "0.1": {
        "easy": "novice:bold=0.2",
        "medium": (
            "fallible:of=ismcts+seconds=1.0+iterations=50+threads=1+exploration=0.7+observers=single+rollout=random+"
            "prior=none+prior_visits=20.0+choice=visits+aim=score+opponents=search+opponent_epsilon=0.1+belief=uniform+"
            "nodes=1000000,temperature=0.6,blunder=0.25"
        ),
        "hard": (
            "ismcts:seconds=1.0,iterations=60,threads=1,exploration=0.35,observers=single,rollout=careful,prior=none,"
            "prior_visits=20.0,choice=visits,aim=score,opponents=search,opponent_epsilon=0.1,belief=uniform,nodes=1000000"
        ),
        "expert": (
            "ismcts:seconds=1.0,iterations=2000,threads=1,exploration=0.35,observers=single,rollout=careful,prior=none,"
            "prior_visits=20.0,choice=visits,aim=win,opponents=careful,opponent_epsilon=0.5,belief=uniform,nodes=1000000"
        ),
        "master": (
            "ismcts:seconds=1.0,iterations=2000,threads=1,exploration=0.35,observers=single,rollout=careful,prior=none,"
            "prior_visits=20.0,choice=visits,aim=win,opponents=careful,opponent_epsilon=0.9,belief=uniform,nodes=1000000"
        ),
    },
}
