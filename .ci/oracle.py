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
        ["swift", "test", *options, "--filter", suite], cwd=os.environ.get("SWIFT_PACKAGE", ROOT),
        env={**os.environ, **variables}, capture_output=True, text=True)
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


def yaml(data):
    """The value of a YAML document by ruamel.yaml, with dates as texts and keys as strings."""
    from ruamel.yaml import YAML
    from ruamel.yaml.constructor import SafeConstructor
    from ruamel.yaml.error import YAMLError

    class Constructor(SafeConstructor):
        def construct_mapping(self, node, deep=True):
            self.flatten_mapping(node)
            result = {}
            for key, value in node.value:
                if key.id != "scalar":
                    raise YAMLError("a key that is no scalar")
                if key.value in result:
                    raise YAMLError(f"the key {key.value} is there twice")
                result[key.value] = self.construct_object(value, deep=True)
            return result

    Constructor.add_constructor("tag:yaml.org,2002:map", lambda self, node: self.construct_mapping(node))
    Constructor.add_constructor("tag:yaml.org,2002:timestamp", lambda self, node: node.value)
    reader = YAML(typ="safe", pure=True)
    reader.Constructor = Constructor
    return reader.load(data)
