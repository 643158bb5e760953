"""The levels as they were, with every setting written out: `master@0.1` plays what `master` played when 0.1 was frozen."""

REFERENCES = {
    "0.1": {
        "easy": "exit_factor:danger=1.0,rank=10.0,behind=-0.5,ahead=-0.75,path=1.0,ranking=all,ties=below",
        "medium": "careful",
        "hard": ("fallible:of=veteran+seconds=1.0+iterations=300+threads=1+exploration=0.6+nodes=1000000,temperature=1.5,blunder=0.05"),
        "expert": "veteran:seconds=1.0,iterations=2000,threads=1,exploration=0.6,nodes=1000000",
        "master": "veteran:seconds=1.0,iterations=2000,threads=1,exploration=0.6,nodes=1000000",
    },
}
