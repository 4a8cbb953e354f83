"""The sub-commands of ``build.py``."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Callable

from pagehand_build import checks, distribution, environment, package, programs
from pagehand_build.paths import CACHE, DIST, NODE_MODULES, ROOT, VENV


def main(arguments: list[str] | None = None) -> int:
    """Run one sub-command. Returns the exit code; every failure is one plain sentence."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    try:
        return options.run(options)
    except environment.SetupError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        name = " ".join(str(part) for part in error.cmd[:6])
        print(
            f"\nThis step failed with exit code {error.returncode}: {name} ...\nRun it again to go on from here.",
            file=sys.stderr,
        )
        return error.returncode or 1
    except KeyboardInterrupt:
        print("\nInterrupted. Run the same command again to go on from here.", file=sys.stderr)
        return 130


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="build.py", description="Build, try and check Pagehand.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    parser.set_defaults(run=build)

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        return sub

    command("build", build, "build dist/embed, dist/extension and the wheel (the default)")

    demo = command("demo", run_demo, "run a task on the demo page; with no key and no question")
    demo.add_argument("--task", help="what to do, in one sentence")
    demo.add_argument("--model", default="offline", help='a model name; "offline" (the default) needs no key')
    demo.add_argument(
        "--base-url", help="an OpenAI-compatible address; the key comes from PAGEHAND_API_KEY or OPENAI_API_KEY"
    )
    demo.add_argument("--headless", action="store_true", help="no window, even where there is a display")

    test = command("test", run_tests, "run every check: format, types, unit, browser and end-to-end tests")
    test.add_argument("--gallery", action="store_true", help="also drive the component libraries from npm")
    test.add_argument("only", nargs="*", metavar="PATH", help="only these tests (pytest arguments)")

    bench = command("bench", run_bench, "run one benchmark (boot, reader, hands, extension) and print its table")
    bench.add_argument("name", help="the benchmark's name")
    bench.add_argument("--json", metavar="FILE", help="also write the figures to this file")

    serve = command("serve", run_serve, "serve the demo sites, with the built embed at /pagehand/")
    serve.add_argument("--port", type=int, default=8000)

    clean = command("clean", run_clean, "remove dist/ and what was cached; with --all the environments too")
    clean.add_argument("--all", action="store_true", help="also remove .venv and node_modules")
    return parser


def build(_options: argparse.Namespace) -> int:
    environment.ensure()
    distribution.build_all()
    return 0


def run_demo(options: argparse.Namespace) -> int:
    environment.ensure(browser=True)
    package.build_embed()
    arguments = ["--model", options.model]
    arguments += ["--task", options.task] if options.task else []
    arguments += ["--base-url", options.base_url] if options.base_url else []
    arguments += ["--headless"] if options.headless else []
    return programs.run_module("e2e.demo", arguments)


def run_tests(options: argparse.Namespace) -> int:
    environment.ensure(browser=True, optional_libraries=options.gallery)
    distribution.build_all()
    return checks.run(gallery=options.gallery, only=options.only)


def run_bench(options: argparse.Namespace) -> int:
    available = sorted(path.stem for path in (ROOT / "tests" / "bench").glob("*.py") if not path.stem.startswith("_"))
    if options.name not in available:
        raise environment.SetupError(f"No benchmark is named {options.name!r}. There are: {', '.join(available)}.")
    environment.ensure(browser=True, optional_libraries=True)
    distribution.build_all()
    return programs.run_module(f"bench.{options.name}", ["--json", options.json] if options.json else [])


def run_serve(options: argparse.Namespace) -> int:
    environment.ensure()
    package.build_embed()
    return programs.run_module("e2e.site_server", ["--port", str(options.port)])


def run_clean(options: argparse.Namespace) -> int:
    for folder in (DIST, CACHE, *((VENV, NODE_MODULES) if options.all else ())):
        if folder.exists():
            print(f"removing {folder.relative_to(ROOT)}")
            shutil.rmtree(folder)
    return 0
