#!/usr/bin/env python3
"""Build, try and check Pagehand. Needs Python 3.11 or newer and nothing else.

python build.py                       build dist/embed, dist/extension and the wheel
python build.py demo                  run a task on the demo page (no key, no network)
python build.py test                  run every check
python build.py bench NAME            run one benchmark and print its table
python build.py serve                 serve the demo sites and the built embed
python build.py clean                 remove everything that was built or installed here
"""

import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - whoever runs this may have an older one
    sys.exit(f"Pagehand needs Python 3.11 or newer to build; this is {sys.version.split()[0]}.")
sys.path.insert(0, str(Path(__file__).resolve().parent / "py"))

from pagehand_build.command_line import main

if __name__ == "__main__":
    sys.exit(main())
