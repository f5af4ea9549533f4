"""Makes the schemas of structs say what generators of clients need: names, kinds of choices, pairs as lists."""

from typing import Any

Schema = dict[str, Any]
#: Schemas by the names of their components.
Components = dict[str, Schema]


def exact(found: Components, unions: Components) -> Components:
    """Give components with what can be said of them in words that more programs know.

    `unions` are given names of their own, by which all others then speak of them.
    """
    named = {_told_apart(union): name for name, union in unions.items()}
    told = {name: {**_exact(schema, named), "title": name} for name, schema in found.items()}
    # What a union holds is looked at, the union itself is not: it would become a reference to itself.
    own = {name: {**union, "title": name} for name, union in unions.items()}
    return told | own


def _exact(told: Any, named: dict[str, str]) -> Any:
    if isinstance(told, list):
        return [_exact(each, named) for each in told]
    if not isinstance(told, dict):
        return told
    if "discriminator" in told and _told_apart(told) in named:
        return {"$ref": f"#/components/schemas/{named[_told_apart(told)]}"}
    return _pair(_choice({name: _exact(value, named) for name, value in told.items()}))


def _told_apart(union: Schema) -> str:
    by = union["discriminator"]
    return f"{by['propertyName']}: {sorted(by['mapping'].values())}"


def _choice(told: Schema) -> Schema:
    """Say what kind a choice is of, and of a choice of one that it is that one."""
    choices = told.get("enum")
    if not isinstance(choices, list):
        return told
    kinds = {type(choice) for choice in choices}
    if len(kinds) == 1:
        told["type"] = {str: "string", int: "integer"}[kinds.pop()]
    if len(choices) == 1:
        told["const"] = told.pop("enum")[0]
    return told


def _pair(told: Schema) -> Schema:
    """Say of a tuple whose parts are all alike that it is a list of so many."""
    parts = told.get("prefixItems")
    if parts and told.get("items") is False and all(part == parts[0] for part in parts):
        del told["prefixItems"]
        told["items"] = parts[0]
    return told
