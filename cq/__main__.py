"""`python -m cq`: the command `cq`."""

from cq.cli.main import main

if __name__ == "__main__":
    main()
