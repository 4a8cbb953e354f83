"""``python -m pagehand serve DIR``"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pagehand.serve import make_server


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m pagehand", description="Try Pagehand on pages of your own.")
    commands = parser.add_subparsers(dest="command", required=True)
    serve = commands.add_parser("serve", help="serve a folder of pages, with the embed at /pagehand/pagehand.js")
    serve.add_argument("folder", type=Path, metavar="DIR")
    serve.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    try:
        server = make_server(options.folder, options.port)
    except OSError as error:
        print(f"{error}", file=sys.stderr)
        return 1
    with server:
        print(f"Serving {options.folder} at http://127.0.0.1:{server.server_port}/ (Ctrl-C ends it)")
        print('In a page: <script type="module" src="/pagehand/pagehand.js" data-model="offline"></script>')
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
