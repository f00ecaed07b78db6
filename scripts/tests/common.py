"""What the tests share. The engine under test is $SITKE, or the release build."""

import os
import pathlib
import shlex
import subprocess
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
SITKE = os.environ.get("SITKE", str(SCRIPTS.parent / "target/release/sitke"))
sys.path.insert(0, str(SCRIPTS))


def fake(fault=""):
    """The command of a fake engine."""
    return shlex.join([sys.executable, str(SCRIPTS / "tests/fake_engine.py"), *[fault] * bool(fault)])


def run(script, *arguments, **options):
    """Runs a script with its own interpreter."""
    command = [sys.executable, str(SCRIPTS / script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **options)
