"""What the scripts share that compare the package with programs of others."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def swift_test(suite, **variables):
    """Runs the tests of a suite with some variables, and returns what they print. Ends the script if one fails."""
    options = os.environ.get("SWIFT_TEST_OPTIONS", "").split()
    run = subprocess.run(
        ["swift", "test", *options, "--filter", suite], cwd=os.environ.get("SWIFT_PACKAGE", ROOT),
        env={**os.environ, **variables}, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(run.stdout + run.stderr)
    return run.stdout


def results(suite, variable, lines):
    """Gives a suite a file of lines by a variable, and returns the values that it writes, one for each line."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "cases"
        path.write_text("".join(f"{line}\n" for line in lines))
        printed = swift_test(suite, **{variable: str(path)})
        print("".join(line + "\n" for line in printed.splitlines() if " bytes, " in line), end="")
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


def dialect(schema, is20=False):
    """A schema of OpenAPI 3.0 or Swagger 2.0 in the words of draft 2020-12, and with its `nullable`."""
    if isinstance(schema, list):
        return [dialect(element, is20) for element in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {key: schema[key] for key in ("$ref", "nullable", "x-nullable") if key in schema}
    result = {}
    for key, value in schema.items():
        if key == "properties":
            result[key] = {name: dialect(member, is20) for name, member in value.items()}
        elif is20 and key in ("oneOf", "anyOf", "not"):
            continue
        elif key in ("allOf", "oneOf", "anyOf", "not", "items", "additionalProperties"):
            result[key] = dialect(value, is20)
        elif key in KEPT:
            result[key] = value
    for limit, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        flag = result.pop(exclusive, None) if isinstance(result.get(exclusive), bool) else None
        if flag and limit in result:
            result[exclusive] = result.pop(limit)
    if is20 and schema.get("type") == "file":
        result["type"] = "string"
    if is20 and schema.get("format") == "int-or-string":
        result["type"] = ["string", "integer"]
    elif schema.get("nullable") is True and "type" in schema and not is20:
        result["type"] = [schema["type"], "null"]
    return result


KEPT = set(
    "multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems "
    "maxProperties minProperties required enum type format nullable x-nullable description title".split())
