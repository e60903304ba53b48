"""marshmallow schemas as JSON Schema of OpenAPI 3.1, by apispec, where our fields say more than its own rules know."""

from __future__ import annotations

from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_instance
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema, fields

from api.derive import Request, markdown
from api.fields import AnyField, AnyOf, Constant, Tagged

VERSION = "3.1.0"


def _union(converter: Any, field: Tagged) -> dict[str, Any]:
    variants = {tag: converter.resolve_nested_schema(schema) for tag, schema in field.variants.items()}
    union: dict[str, Any] = {"oneOf": list(variants.values())}
    if all("$ref" in variant for variant in variants.values()):
        mapping = {tag: variant["$ref"] for tag, variant in variants.items()}
        union["discriminator"] = {"propertyName": field.tag, "mapping": mapping}
    return union


def _components(converter: Any, field: Tagged | AnyOf) -> dict[str, Any]:
    """A reference to the union, which is made when it is first met."""
    schemas = converter.spec.components.schemas
    if field.name_in_document not in schemas:
        if isinstance(field, Tagged):
            union = _union(converter, field)
        else:
            choices = [converter.field2property(choice) for choice in field.choices]
            union = choices[0] if len(choices) == 1 else {"anyOf": choices}
        converter.spec.components.schema(field.name_in_document, union)
    return {"$ref": f"#/components/schemas/{field.name_in_document}"}


class _Converter(OpenAPIConverter):
    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        itself: Any = self
        itself.add_attribute_function(_own_fields)

    def field2default(self, field: AnyField, **_: Any) -> dict[str, Any]:
        """``None`` stands for what was left out, and is a default only where it could have been sent."""
        if field.load_default is None and not field.allow_none:
            return {}
        found: dict[str, Any] = super().field2default(field)
        return found

    def field2property(self, field: AnyField) -> dict[str, Any]:
        if isinstance(field, fields.Dict):
            about = field.metadata.get("description")
            return _map(self, field) | ({} if about is None else {"description": about})
        found: dict[str, Any] = super().field2property(field)
        return found

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        """With ``additionalProperties``, which apispec leaves out of a schema that has a description."""
        instance: Schema = resolve_schema_instance(schema)
        shape: dict[str, Any] = {"type": "object"}
        if about := markdown(type(instance).__doc__):
            shape["description"] = about
        whole: Any = super()
        shape.update(whole.fields2jsonschema(instance.fields))
        shape.pop("required", None)
        if required := [name for name, field in instance.fields.items() if field.required]:
            shape["required"] = required
        if isinstance(instance, Request):
            shape["additionalProperties"] = False
        return shape


def _own_fields(converter: Any, field: AnyField, ret: dict[str, Any]) -> dict[str, Any]:
    if isinstance(field, Constant):
        return {"const": field.value}
    if isinstance(field, AnyOf) and field.name_in_document is None:
        plain = [converter.field2property(choice) for choice in field.choices]
        return {"anyOf": [*plain, {"type": "null"}] if field.allow_none else plain}
    if isinstance(field, (Tagged, AnyOf)):
        reference = _components(converter, field)
        return {"anyOf": [reference, {"type": "null"}]} if field.allow_none else reference
    return {}


def _map(converter: Any, field: fields.Dict) -> dict[str, Any]:
    """A reference to the maps of such values: some generators of clients stumble over objects without a name."""
    values = converter.field2property(field.value_field)
    name = f"{values['type'].capitalize()}Map"
    if name not in converter.spec.components.schemas:
        about = f"Values of the type {values['type']}, by name."
        converter.spec.components.schema(name, {"type": "object", "description": about, "additionalProperties": values})
    return {"$ref": f"#/components/schemas/{name}"}


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


def new_spec(info: dict[str, Any], **options: Any) -> tuple[APISpec, Any]:
    """An empty document, and what turns fields into its schemas. ``info``: with ``title`` and ``version``."""
    title, version = info.pop("title"), info.pop("version")
    plugin = _Plugin(schema_name_resolver=lambda schema: type(resolve_schema_instance(schema)).__name__)
    spec = APISpec(title, version, VERSION, plugins=[plugin], info=info, **options)
    assert plugin.converter is not None
    return spec, plugin.converter


def standalone(schema: Schema) -> dict[str, Any]:
    """A schema of its own, with whatever it refers to under ``$defs``."""
    spec, converter = new_spec({"title": "", "version": ""})
    shape = converter.schema2jsonschema(schema)
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **shape}
    if spec.components.schemas:
        whole["$defs"] = dict(spec.components.schemas)
    moved: dict[str, Any] = _moved(whole)
    return moved


def _moved(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: inner.replace("#/components/schemas/", "#/$defs/") if key == "$ref" else _moved(inner)
            for key, inner in value.items()
        }
    return [_moved(item) for item in value] if isinstance(value, list) else value
