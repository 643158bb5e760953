"""The levels as they were, with every setting written out: `master@0.1` plays what `master` played when 0.1 was frozen."""

REFERENCES = {
    "0.1": {
        "easy": (
            "fallible:of=ismcts+seconds=1.0+iterations=20+threads=1+exploration=0.7+observers=single+rollout=random+"
            "prior=none+prior_visits=20.0+choice=visits+aim=score+opponents=search+opponent_epsilon=0.1+belief=uniform+"
            "nodes=1000000,temperature=1.5,blunder=0.25"
        ),
        "medium": (
            "fallible:of=ismcts+seconds=1.0+iterations=200+threads=1+exploration=0.7+observers=single+rollout=careful+"
            "prior=none+prior_visits=20.0+choice=visits+aim=score+opponents=search+opponent_epsilon=0.1+belief=uniform+"
            "nodes=1000000,temperature=1.0,blunder=0.15"
        ),
        "hard": (
            "fallible:of=ismcts+seconds=1.0+iterations=300+threads=1+exploration=0.7+observers=single+rollout=careful+"
            "prior=none+prior_visits=20.0+choice=visits+aim=score+opponents=search+opponent_epsilon=0.1+belief=uniform+"
            "nodes=1000000,temperature=0.35,blunder=0.1"
        ),
        "expert": (
            "ismcts:seconds=1.0,iterations=10000,threads=1,exploration=0.2,observers=single,rollout=careful,prior=none,"
            "prior_visits=20.0,choice=visits,aim=score,opponents=careful,opponent_epsilon=0.1,belief=inferred,nodes=1000000"
        ),
        "master": (
            "ismcts:seconds=1.0,iterations=20000,threads=1,exploration=0.2,observers=single,rollout=careful,prior=none,"
            "prior_visits=20.0,choice=visits,aim=score,opponents=careful,opponent_epsilon=0.1,belief=inferred,nodes=1000000"
        ),
    },
}
