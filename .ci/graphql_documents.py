"""Random operations for a GraphQL schema, and mutations of them."""
import graphql
from graphql.language import Lexer, Source, TokenKind

NAMED = graphql.get_named_type


class Operations:
    """Makes operations that are valid, from a schema and a random generator."""

    def __init__(self, schema, random):
        self.schema, self.random = schema, random
        self.roots = [(kind, root) for kind, root in (
            ("query", schema.query_type), ("mutation", schema.mutation_type)) if root]
        self.composites = [t for t in schema.type_map.values()
                           if graphql.is_composite_type(t) and not t.name.startswith("__")]

    def operation(self):
        """The text of a valid document, which graphql-core still judges."""
        random = self.random
        # Once the budget of fields is used up, no field with a selection is selected any more.
        self.variables, self.fragments, self.budget = {}, [], random.choice((6, 15, 40))
        kind, root = random.choice(self.roots) if random.random() < 0.3 else self.roots[0]
        body = self.selection(root, 0, top=True)
        name = random.choice(("", "A", "Viewer")) if not self.variables else "Viewer"
        head = f"{kind} {name}".rstrip()
        if self.variables:
            head += "(" + ", ".join(
                f"${name}: {type_}" for name, type_ in self.variables.items()) + ")"
        elif kind == "query" and not name and random.random() < 0.5:
            head = ""
        return "\n".join([f"{head} {body}".strip(), *self.fragments])

    def selection(self, type_, depth, top=False):
        random, parts = self.random, []
        if graphql.is_abstract_type(type_) or random.random() < 0.2:
            parts.append("__typename")
        fields = list(getattr(type_, "fields", {}).items())
        for name, field in random.sample(fields, min(len(fields), random.choice((1, 2, 3, 5)))):
            part = self.field(name, field, depth)
            if part:
                parts.append(part)
        if graphql.is_abstract_type(type_):
            possible = list(self.schema.get_possible_types(type_))
            for other in random.sample(possible, min(len(possible), random.choice((0, 1, 2)))):
                parts.append(self.fragment(other, depth + 1))
        elif depth < 4 and random.random() < 0.1:
            parts.append(self.fragment(type_, depth + 1))
        return "{ " + "\n".join([part for part in parts if part] or ["__typename"]) + " }"

    def fragment(self, type_, depth):
        body = self.selection(type_, depth)
        if self.random.random() < 0.4:
            name = f"F{len(self.fragments)}"
            self.fragments.append(f"fragment {name} on {type_.name} {body}")
            return f"...{name}" + self.directive()
        return f"... on {type_.name}{self.directive()} {body}"

    def directive(self):
        random = self.random
        if random.random() > 0.1:
            return ""
        kind = random.choice(("skip", "include"))
        if random.random() < 0.5:
            return f" @{kind}(if: {random.choice(('true', 'false'))})"
        return f" @{kind}(if: {self.variable(graphql.GraphQLNonNull(graphql.GraphQLBoolean))})"

    def field(self, name, field, depth):
        random = self.random
        self.budget -= 1
        composite = graphql.is_composite_type(NAMED(field.type))
        if composite and (depth > 5 or self.budget < 0):
            return None
        arguments = []
        for key, argument in field.args.items():
            required = graphql.is_required_argument(argument)
            if not required and random.random() < 0.7:
                continue
            value = self.value(argument.type, 0)
            if value is None:
                if required:
                    return None
                continue
            arguments.append(f"{key}: {value}")
        text = name + (f"({', '.join(arguments)})" if arguments else "")
        if arguments or random.random() < 0.1:
            text = f"a{random.randrange(1000)}: {text}"
        text += self.directive()
        return text + (" " + self.selection(NAMED(field.type), depth + 1) if composite else "")

    def variable(self, type_):
        name = f"v{len(self.variables)}"
        self.variables[name] = str(type_)
        return f"${name}"

    def value(self, type_, depth):
        random = self.random
        if depth < 4 and random.random() < 0.25:
            return self.variable(type_)
        if graphql.is_non_null_type(type_):
            return self.value(type_.of_type, depth)
        if graphql.is_list_type(type_):
            values = [self.value(type_.of_type, depth + 1) for _ in range(random.choice((0, 1, 2)))]
            return "[" + ", ".join(value for value in values if value) + "]"
        if graphql.is_enum_type(type_):
            return random.choice(list(type_.values))
        if graphql.is_input_object_type(type_):
            if depth > 4:
                return None
            fields = list(type_.fields.items())
            if type_.is_one_of:
                fields = [random.choice(fields)]
            members = []
            for name, field in fields:
                if not type_.is_one_of and not graphql.is_required_input_field(field) and random.random() < 0.8:
                    continue
                value = self.value(field.type, depth + 1)
                if value is None:
                    return None
                members.append(f"{name}: {value}")
            return "{" + ", ".join(members) + "}"
        return {
            "Int": str(random.choice((0, -3, 7, 2147483647))), "Float": random.choice(("1.5", "3", "-2e3")),
            "Boolean": random.choice(("true", "false")), "ID": random.choice(('"x"', "4"))}.get(
                type_.name, '"text"')


def tokens(text):
    """The tokens of a text as pairs of kind and text."""
    lexer = Lexer(Source(text))
    found = []
    while lexer.advance().kind != TokenKind.EOF:
        token = lexer.token
        if token.kind != TokenKind.COMMENT:
            found.append((token.kind, text[token.start:token.end]))
    return found


WORDS = ("id name nodes edges first query on Query Int String Boolean true null __typename __schema @skip @include "
         "@deprecated fragment F0 F1 $v0 $v1 ... { } ( ) : [ ] ! = & | 1 1.5 2147483648 \"text\" {} [] ID Float "
         "mutation subscription skip include if").split()


def mutation(text, other, schema, random):
    """A text that differs in a token or a part, joined again with spaces and lines."""
    parts = [part for _, part in tokens(text)]
    names = [index for index, (kind, _) in enumerate(tokens(text)) if kind == TokenKind.NAME]
    for _ in range(random.choice((1, 1, 1, 2))):
        index = random.randrange(len(parts))
        kind = random.randrange(9)
        if kind == 0:
            del parts[index]
        elif kind == 1:
            parts.insert(index, parts[index])
        elif kind == 2:
            parts[index] = random.choice(WORDS)
        elif kind == 3 and names:
            parts[min(random.choice(names), len(parts) - 1)] = random.choice(list(schema.type_map))
        elif kind == 4 and names:
            place = min(random.choice(names), len(parts) - 1)
            parts[place] = random.choice(parts)
        elif kind == 5 and names:
            place = min(random.choice(names), len(parts) - 1)
            type_ = random.choice(list(schema.type_map.values()))
            fields = list(getattr(type_, "fields", None) or ["zzz"])
            parts[place] = random.choice(fields)
        elif kind == 6:
            parts.insert(index, random.choice(WORDS))
        elif kind == 7 and names:
            place = min(random.choice(names), len(parts) - 1)
            parts[place] = parts[place] + random.choice(("s", "_", "X"))
        elif kind == 8:
            end = min(len(parts), index + random.choice((2, 4, 8)))
            parts[index:index] = parts[index:end]
        if not parts:
            return text
    if random.random() < 0.03:
        parts += [part for _, part in tokens(other)]
    return "".join(part + random.choice((" ", " ", "\n")) for part in parts)


SCHEMA_WORDS = ("type interface union enum input scalar extend schema directive implements repeatable on id name Query "
                "Int String Boolean ID __x true null { } ( ) : [ ] ! = & | @ @deprecated 1 \"text\" FIELD OBJECT").split()


def schema_mutation(text, random):
    """A schema that differs in a token or a part."""
    parts = [part for _, part in tokens(text)]
    for _ in range(random.choice((1, 1, 2))):
        index = random.randrange(len(parts))
        kind = random.randrange(6)
        if kind == 0:
            del parts[index]
        elif kind == 1:
            parts[index] = random.choice(SCHEMA_WORDS)
        elif kind == 2:
            parts.insert(index, random.choice(SCHEMA_WORDS))
        elif kind == 3:
            parts[index] = random.choice(parts)
        elif kind == 4:
            end = min(len(parts), index + random.choice((1, 3, 6)))
            parts[index:index] = parts[index:end]
        else:
            parts[index] += random.choice(("s", "_"))
    return "".join(part + random.choice((" ", " ", "\n")) for part in parts)
