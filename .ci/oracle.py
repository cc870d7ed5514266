"""What the scripts share that compare the package with programs of others."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def swift_test(suite, shown, **variables):
    """Runs a suite's tests with some variables, and prints their lines with a text. Ends the script if one fails."""
    options = os.environ.get("SWIFT_TEST_OPTIONS", "").split()
    run = subprocess.run(
        ["swift", "test", *options, "--filter", suite], cwd=ROOT, env={**os.environ, **variables},
        capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(run.stdout + run.stderr)
    print("".join(line for line in run.stdout.splitlines(keepends=True) if shown in line), end="")


def results(suite, variable, lines):
    """Gives a suite a file of lines by a variable, and returns the values that it writes, one for each line."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "cases"
        path.write_text("".join(f"{line}\n" for line in lines))
        swift_test(suite, " bytes, ", **{variable: str(path)})
        return [json.loads(line) for line in pathlib.Path(f"{path}.results").read_text().splitlines() if line]
