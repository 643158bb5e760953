"""`python -m joute` is the command `joute`."""

from joute.cli.app import main

main()
