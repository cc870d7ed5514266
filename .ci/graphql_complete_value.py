"""Judges answers by the rules of the specification: CompleteValue, and the format of a response.

Written from the specification alone. An answer is "valid"; "undocumented" if it has members that were not selected,
or integers as IDs, and is valid otherwise; or "invalid". A reason is given with a verdict that is not "valid".
"""
import graphql


class Judge:
    """Judges answers to one operation of a valid document.

    A method that judges a part returns the breaches, and what makes the part undocumented, each with its place. `sets` are
    the selection sets of a field, which may be selected several times, and `at` is the place of a value.
    """

    def __init__(self, schema, document, variables):
        self.schema, self.variables = schema, variables
        self.fragments = {node.name.value: node for node in document.definitions if hasattr(node, "type_condition")}
        self.operation = next(node for node in document.definitions if hasattr(node, "operation"))
        self.root = schema.get_root_type(self.operation.operation)

    # The format of a response: https://spec.graphql.org/September2025/#sec-Response-Format

    def verdict(self, answer):
        """The verdict about an answer, and its reason."""
        if not isinstance(answer, dict):
            return "invalid", "no object"
        wrong, further = self.envelope(answer)
        data = answer.get("data")
        if isinstance(data, dict):
            found, extra = self.object([self.root], [self.operation.selection_set], data, "data")
            wrong, further = wrong + found, further | extra
        if wrong:
            return "invalid", wrong[0]
        return ("undocumented", sorted(further)[0]) if further else ("valid", "")

    def envelope(self, answer):
        """Judges the members of a response, all but the content of its data."""
        wrong = [f"{name}: not a member of a response" for name in answer.keys() - {"data", "errors", "extensions"}]
        errors = answer.get("errors")
        if "data" not in answer and errors is None:
            wrong.append("neither data nor errors")
        if "data" in answer and answer["data"] is None and errors is None:
            wrong.append("data is null without errors")
        if answer.get("data") is not None and not isinstance(answer["data"], dict):
            wrong.append("data is no object")
        if answer.get("extensions") is not None and not isinstance(answer["extensions"], dict):
            wrong.append("extensions is no object")
        if errors is not None:
            if not isinstance(errors, list) or not errors:
                wrong.append("errors is no list, or empty")
            else:
                wrong += [f"errors[{index}]: {why}" for index, error in enumerate(errors) for why in self.error(error)]
        return wrong, set()

    def error(self, error):
        """The breaches of one member of `errors`."""
        if not isinstance(error, dict):
            return ["no object"]
        wrong = [] if isinstance(error.get("message"), str) else ["no message"]
        locations, path = error.get("locations"), error.get("path")
        if locations is not None:
            if not isinstance(locations, list) or not all(
                    isinstance(at, dict) and all(
                        is_integer(at.get(key)) and 1 <= at[key] < 2**63 for key in ("line", "column")) for at in locations):
                wrong.append("locations")
        if path is not None:
            if not isinstance(path, list) or not all(
                    isinstance(step, str) or is_integer(step) and 0 <= step < 2**63 for step in path):
                wrong.append("path")
        if error.get("extensions") is not None and not isinstance(error["extensions"], dict):
            wrong.append("extensions")
        return wrong

    # CompleteValue: https://spec.graphql.org/September2025/#CompleteValue()

    def value(self, type_, sets, value, at):
        if graphql.is_non_null_type(type_):
            if value is None:
                return [f"{at}: null"], set()
            return self.value(type_.of_type, sets, value, at)
        if value is None:
            return [], set()
        if graphql.is_list_type(type_):
            if not isinstance(value, list):
                return [f"{at}: no list"], set()
            wrong, further = [], set()
            for index, element in enumerate(value):
                found, extra = self.value(type_.of_type, sets, element, f"{at}[{index}]")
                wrong, further = wrong + found, further | extra
            return wrong, further
        if graphql.is_composite_type(type_):
            if not isinstance(value, dict):
                return [f"{at}: no object"], set()
            types = self.schema.get_possible_types(type_) if graphql.is_abstract_type(type_) else [type_]
            return self.object(types, sets, value, at)
        return self.leaf(type_, value, at)

    def leaf(self, type_, value, at):
        if graphql.is_enum_type(type_):
            fits = isinstance(value, str) and value in type_.values
        elif type_.name == "Int":
            fits = is_integer(value) and -(2**31) <= value < 2**31
        elif type_.name == "Float":
            fits = isinstance(value, (int, float)) and not isinstance(value, bool)
        elif type_.name == "String":
            fits = isinstance(value, str)
        elif type_.name == "Boolean":
            fits = isinstance(value, bool)
        elif type_.name == "ID":
            if is_integer(value):
                return [], {f"{at}: an integer as ID"}
            fits = isinstance(value, str)
        else:
            fits = True
        return ([] if fits else [f"{at}: no {type_.name}"]), set()

    def object(self, types, sets, value, at):
        """The breaches of an object, which is of any one of the types; of the type it names, if it names one."""
        fields = {type_: self.collect(type_, sets) for type_ in types}
        named = [type_ for type_ in types for name in {"__typename", *(
            key for group in fields.values() for key, nodes in group.items() if nodes[0].name.value == "__typename")}
            if value.get(name) == type_.name]
        outcomes = [self.members(type_, fields[type_], value, at) for type_ in named[:1] or types]
        fitting = [further for wrong, further in outcomes if not wrong]
        if fitting:
            return [], set.intersection(*fitting)
        return min(outcomes, key=lambda outcome: len(outcome[0])) if outcomes else ([f"{at}: no type"], set())

    def members(self, type_, fields, value, at):
        wrong, further = [], set()
        for name, nodes in fields.items():
            if name not in value:
                wrong.append(f"{at}.{name}: missing")
            elif nodes[0].name.value == "__typename":
                if value[name] != type_.name:
                    wrong.append(f"{at}.{name}: not {type_.name}")
            else:
                sets = [node.selection_set for node in nodes if node.selection_set]
                field = self.schema.get_field(type_, nodes[0].name.value)
                found, extra = self.value(field.type, sets, value[name], f"{at}.{name}")
                wrong, further = wrong + found, further | extra
        for name in value.keys() - fields.keys():
            # A client may add it to what it sends, so that a mock has it.
            if name != "__typename":
                further.add(f"{at}.{name}: not selected")
            elif value[name] != type_.name:
                wrong.append(f"{at}.{name}: not {type_.name}")
        return wrong, further

    # CollectFields: https://spec.graphql.org/September2025/#CollectFields()

    def collect(self, type_, sets):
        fields, visited = {}, set()

        def visit(selections):
            for selection in selections:
                if not all(self.includes(directive) for directive in selection.directives or ()):
                    continue
                if selection.kind == "field":
                    name = (selection.alias or selection.name).value
                    fields.setdefault(name, []).append(selection)
                    continue
                fragment = selection
                if selection.kind == "fragment_spread":
                    if selection.name.value in visited:
                        continue
                    visited.add(selection.name.value)
                    fragment = self.fragments[selection.name.value]
                condition = fragment.type_condition and self.schema.type_map[fragment.type_condition.name.value]
                if condition in (None, type_) or graphql.is_abstract_type(condition) and self.schema.is_sub_type(
                        condition, type_):
                    visit(fragment.selection_set.selections)

        for set_ in sets:
            visit(set_.selections)
        return fields

    def includes(self, directive):
        if directive.name.value not in ("skip", "include"):
            return True
        value = directive.arguments[0].value
        given = self.variable(value.name.value) if value.kind == "variable" else value.value
        return bool(given) == (directive.name.value == "include")

    def variable(self, name):
        if name in self.variables:
            return self.variables[name]
        for definition in self.operation.variable_definitions or ():
            if definition.variable.name.value == name and definition.default_value:
                return definition.default_value.value
        return None


def is_integer(value):
    return not isinstance(value, bool) and (
        isinstance(value, int) or isinstance(value, float) and value.is_integer())
