"""The levels as they were, with every setting written out: `master@0.1` plays what `master` played when 0.1 was frozen."""

REFERENCES = {
    "0.1": {
        "easy": (
            "fallible:of=alpha_beta+seconds=0+nodes=0+depth=1+full_width=false+width=0+quiescence_depth=8+"
            "evaluation=true+table_mb=32,temperature=0.4,blunder=0.6"
        ),
        "medium": "careful",
        "hard": "alpha_beta:seconds=0,nodes=0,depth=2,full_width=false,width=0,quiescence_depth=8,evaluation=true,table_mb=32",
        "expert": "solver:seconds=2.5,nodes=0",
        "master": "solver:seconds=5.0,nodes=0",
    },
}
