"""Whether a JSON value is as a JSON Schema says (2020-12, as much of it as proto/record.schema.json uses).

    python3 tests/python/schema.py RECORD [RECORD …]

holds records against that schema.
"""

import json
import re
import sys
from pathlib import Path

RECORD = Path(__file__).resolve().parents[2] / "proto" / "record.schema.json"
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}
TOLD = {"$schema", "$defs", "title", "description"}


class Schema:
    def __init__(self, path=RECORD):
        self.root = json.loads(path.read_text(encoding="utf-8"))

    def faults(self, value):
        """What is not as it must be, as lines of text."""
        return list(self.check(value, self.root, "record"))

    def fits(self, value, schema):
        return not any(True for _ in self.check(value, schema, ""))

    def check(self, value, schema, where):
        for word, what in schema.items():
            if word not in TOLD:
                yield from getattr(self, WORDS[word])(value, what, schema, where)

    def ref(self, value, name, _, where):
        yield from self.check(value, self.root["$defs"][name.removeprefix("#/$defs/")], where)

    def type(self, value, names, _, where):
        names = [names] if isinstance(names, str) else names
        # By `type`, since a bool of Python is an instance of int.
        if type(value) not in [TYPES[name] for name in names]:
            yield f"{where}: {value!r} is no {' or '.join(names)}"

    def const(self, value, expected, _, where):
        if value != expected or type(value) is not type(expected):
            yield f"{where}: {value!r} is not {expected!r}"

    def enum(self, value, allowed, _, where):
        if value not in allowed:
            yield f"{where}: {value!r} is none of {allowed}"

    def pattern(self, value, pattern, _, where):
        if isinstance(value, str) and not re.search(pattern, value):
            yield f"{where}: {value!r} does not look like {pattern}"

    def minimum(self, value, least, _, where):
        if isinstance(value, int) and value < least:
            yield f"{where}: {value} is less than {least}"

    def maximum(self, value, most, _, where):
        if isinstance(value, int) and value > most:
            yield f"{where}: {value} is more than {most}"

    def least(self, value, number, _, where):
        if isinstance(value, (list, dict)) and len(value) < number:
            yield f"{where}: fewer than {number}"

    def most(self, value, number, _, where):
        if isinstance(value, (list, dict)) and len(value) > number:
            yield f"{where}: more than {number}"

    def items(self, value, schema, parent, where):
        if isinstance(value, list):
            first = len(parent.get("prefixItems", []))
            for at, item in enumerate(value[first:], start=first):
                yield from self.check(item, schema, f"{where}/{at}")

    def prefix(self, value, schemas, _, where):
        if isinstance(value, list):
            for at, (item, schema) in enumerate(zip(value, schemas)):
                yield from self.check(item, schema, f"{where}/{at}")

    def required(self, value, names, _, where):
        if isinstance(value, dict):
            yield from (f"{where}: {name} is missing" for name in names if name not in value)

    def together(self, value, needed, _, where):
        if isinstance(value, dict):
            for name in needed.keys() & value.keys():
                yield from self.required(value, needed[name], _, where)

    def properties(self, value, schemas, _, where):
        if isinstance(value, dict):
            for name in value.keys() & schemas.keys():
                yield from self.check(value[name], schemas[name], f"{where}/{name}")

    def others(self, value, allowed, parent, where):
        assert allowed is False
        if isinstance(value, dict):
            yield from (f"{where}: {name} is not known" for name in value.keys() - parent["properties"].keys())

    def one_of(self, value, schemas, _, where):
        fit = sum(self.fits(value, schema) for schema in schemas)
        if fit != 1:
            yield f"{where}: {json.dumps(value)[:80]} fits {fit} of the {len(schemas)} forms"

    def any_of(self, value, schemas, _, where):
        if not any(self.fits(value, schema) for schema in schemas):
            yield f"{where}: {json.dumps(value)[:80]} fits none of the {len(schemas)} forms"


WORDS = {
    "$ref": "ref",
    "type": "type",
    "const": "const",
    "enum": "enum",
    "pattern": "pattern",
    "minimum": "minimum",
    "maximum": "maximum",
    "minItems": "least",
    "maxItems": "most",
    "minProperties": "least",
    "maxProperties": "most",
    "items": "items",
    "prefixItems": "prefix",
    "required": "required",
    "dependentRequired": "together",
    "properties": "properties",
    "additionalProperties": "others",
    "oneOf": "one_of",
    "anyOf": "any_of",
}


def main(*paths):
    schema, bad = Schema(), 0
    for path in paths:
        faults = schema.faults(json.loads(Path(path).read_text(encoding="utf-8")))
        bad += bool(faults)
        for fault in faults:
            print(f"WRONG {path}: {fault}")
    print(f"{len(paths)} records, {bad} not as the schema says")
    return 1 if bad else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
