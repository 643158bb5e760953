"""The levels as they were, with every setting written out: `master@0.1` plays what `master` played when 0.1 was frozen."""

REFERENCES = {
    "0.1": {
        "easy": (
            "fallible:of=expectiminimax+depth=1+seconds=0.0+nodes=0+table_size=1000000+evaluation=stated+ordering=none,"
            "temperature=0.3,blunder=0.25"
        ),
        "medium": (
            "fallible:of=simultaneous+depth=1+seconds=0.0+nodes=0+table_size=1000000+evaluation=auto@0.1,temperature=0.17,blunder=0.25"
        ),
        "hard": (
            "fallible:of=simultaneous+depth=1+seconds=0.0+nodes=0+table_size=1000000+evaluation=auto@0.1,temperature=0.05,blunder=0.25"
        ),
        "expert": "simultaneous:depth=3,seconds=0.0,nodes=80000,table_size=1000000,evaluation=auto@0.1",
        "master": "simultaneous:depth=3,seconds=0.0,nodes=80000,table_size=1000000,evaluation=auto@0.1",
    },
}
