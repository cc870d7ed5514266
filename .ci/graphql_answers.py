"""Random answers to GraphQL operations, executed by graphql-core, and mutations of them."""
import copy

import graphql


class Resolvers:
    """Resolves every field with a random value of its type, null, or an error."""

    def __init__(self, schema, random):
        self.schema, self.random = schema, random

    def answer(self, document, variables):
        """The answer to a valid document, as a service gives it."""
        result = graphql.execute_sync(
            self.schema, document, root_value={}, variable_values=variables, field_resolver=self.resolve,
            type_resolver=lambda value, info, abstract: value["__type"])
        return result.formatted

    def resolve(self, source, info, /, **_):
        if self.random.random() < 0.02:
            raise graphql.GraphQLError("out of order", extensions={"code": "BROKEN"})
        return self.value(info.return_type)

    def value(self, type_):
        random = self.random
        if graphql.is_non_null_type(type_):
            return None if random.random() < 0.01 else self.value(type_.of_type)
        if random.random() < 0.1:
            return None
        if graphql.is_list_type(type_):
            return [self.value(type_.of_type) for _ in range(random.choice((0, 1, 2)))]
        if graphql.is_abstract_type(type_):
            types = self.schema.get_possible_types(type_)
            return {"__type": random.choice(types).name} if types else None
        if graphql.is_object_type(type_):
            return {"__type": type_.name}
        if graphql.is_enum_type(type_):
            return random.choice(list(type_.values))
        return scalar(type_.name, random)


def scalar(name, random):
    """A random value of a scalar, as JSON."""
    if name == "Int":
        return random.choice((0, 1, -7, 2**31 - 1, -(2**31)))
    if name == "Float":
        return random.choice((0, 1.5, -2e10, 1e-3))
    if name == "Boolean":
        return random.random() < 0.5
    if name == "ID":
        return random.choice(("a", "7", ""))
    if name == "String":
        return random.choice(("", "text", "é 日本"))
    return random.choice(("2026-01-31T12:00:00Z", 7, 1.5, True, {"a": [1]}, ["x"]))


def variable_value(type_, random, depth=0):
    """A random value of an input type, as JSON."""
    if graphql.is_non_null_type(type_):
        return variable_value(type_.of_type, random, depth)
    if graphql.is_list_type(type_):
        return [variable_value(type_.of_type, random, depth + 1) for _ in range(random.choice((0, 1, 2)))]
    if graphql.is_enum_type(type_):
        return random.choice(list(type_.values))
    if graphql.is_input_object_type(type_):
        fields = list(type_.fields.items())
        if type_.is_one_of:
            name, field = random.choice(fields)
            return {name: variable_value(graphql.GraphQLNonNull(field.type), random, depth + 1)}
        return {
            name: variable_value(field.type, random, depth + 1) for name, field in fields
            if graphql.is_required_input_field(field) or depth < 3 and random.random() < 0.1}
    return scalar(type_.name, random)


def variables(schema, document, random):
    """Values for the variables of a document's operation."""
    values = {}
    for node in document.definitions:
        for definition in getattr(node, "variable_definitions", None) or ():
            type_ = graphql.type_from_ast(schema, definition.type)
            values[definition.variable.name.value] = variable_value(type_, random)
    return values


def places(value, path=()):
    """The paths of all values inside a value."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield (*path, key)
        yield from places(member, (*path, key))


OTHERS = (
    None, True, 0, 7, 1.5, 2.0, 2**31, -(2**31) - 1, 1e300, "", "text", "ADMIN", "7", [], [None], [[]], {},
    {"x": 1}, {"__typename": "Nothing"})


def mutation(answer, schema, random):
    """An answer with one change; it may be valid still."""
    changed = copy.deepcopy(answer)
    found = list(places(changed))
    *parents, key = random.choice(found)
    holder = changed
    for step in parents:
        holder = holder[step]
    kind = random.randrange(10)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = None
    elif kind in (2, 3):
        holder[key] = copy.deepcopy(random.choice(OTHERS))
    elif kind == 4:
        holder[key] = [holder[key]]
    elif kind == 5 and isinstance(holder[key], list) and holder[key]:
        holder[key] = holder[key][0]
    elif kind == 6 and isinstance(holder, dict):
        holder[random.choice((f"{key}x", f"{key}"[1:] or "y", "__typename"))] = random.choice(
            (holder[key], "text", random.choice(list(schema.type_map))))
    elif kind == 7 and isinstance(holder, dict):
        holder[f"{key}s"] = holder.pop(key)
    elif kind == 8:
        *parents, other = random.choice(found)
        holder[key] = copy.deepcopy(value_at(answer, [*parents, other]))
    else:
        envelope(changed, random)
    return changed


def value_at(value, path):
    for step in path:
        value = value[step]
    return value


def envelope(answer, random):
    """Changes a member of the response or of an error."""
    error = {"message": "no", "locations": [{"line": 1, "column": 2}], "path": ["a", 0]}
    kind = random.randrange(8)
    if kind == 0:
        answer["errors"] = []
    elif kind == 1:
        answer["errors"] = [error]
    elif kind == 2:
        answer["errors"] = [{**error, random.choice(("path", "locations", "message", "extensions")): random.choice(
            (None, 1, [], "text", [-1], [1.5], [{"line": 0, "column": 1}], {}))}]
    elif kind == 3:
        answer["data"] = None
    elif kind == 4:
        answer.pop("data", None)
    elif kind == 5:
        answer[random.choice(("error", "extensions", "meta"))] = random.choice(({}, None, 1))
    elif kind == 6:
        answer["errors"] = random.choice((None, {}, "no", ["no"]))
    else:
        answer["data"] = random.choice(([], "text", {}, 1))
