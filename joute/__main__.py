"""`python -m joute` is the command `joute`."""

from joute.cli import main

main()
