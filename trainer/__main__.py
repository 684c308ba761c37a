"""`python -m trainer` is the command `okgin`."""

import sys
from typing import NoReturn


def start() -> NoReturn:
    """Run the command line. An interruption while it loads is one, too."""
    try:
        from trainer.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    main()


if __name__ == "__main__":
    start()
