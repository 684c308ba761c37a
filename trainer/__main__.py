"""`python -m trainer` is the command `okgin`."""

from trainer.cli import main

if __name__ == "__main__":
    main()
