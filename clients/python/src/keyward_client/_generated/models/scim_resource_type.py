from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.scim_meta import ScimMeta
    from ..models.scim_resource_type_schema_extensions_item import (
        ScimResourceTypeSchemaExtensionsItem,
    )


T = TypeVar("T", bound="ScimResourceType")


@_attrs_define
class ScimResourceType:
    """A type of resources (RFC 7643 section 6)

    Attributes:
        schemas (list[str]): The schemas of what is shown, by their URNs
        name (str):
        endpoint (str): Where its resources are, below the base
        schema (str): The URN of its schema
        meta (ScimMeta): What the service knows of a resource Example: {'resourceType': 'User', 'version': 'W/"1"'}.
        id (str | Unset):
        description (str | Unset):
        schema_extensions (list[ScimResourceTypeSchemaExtensionsItem] | Unset):
    """

    schemas: list[str]
    name: str
    endpoint: str
    schema: str
    meta: ScimMeta
    id: str | Unset = UNSET
    description: str | Unset = UNSET
    schema_extensions: list[ScimResourceTypeSchemaExtensionsItem] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        schemas = self.schemas

        name = self.name

        endpoint = self.endpoint

        schema = self.schema

        meta = self.meta.to_dict()

        id = self.id

        description = self.description

        schema_extensions: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.schema_extensions, Unset):
            schema_extensions = []
            for schema_extensions_item_data in self.schema_extensions:
                schema_extensions_item = schema_extensions_item_data.to_dict()

                schema_extensions.append(schema_extensions_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "schemas": schemas,
                "name": name,
                "endpoint": endpoint,
                "schema": schema,
                "meta": meta,
            }
        )
        if id is not UNSET:
            field_dict["id"] = id
        if description is not UNSET:
            field_dict["description"] = description
        if schema_extensions is not UNSET:
            field_dict["schemaExtensions"] = schema_extensions

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.scim_meta import ScimMeta  # noqa: PLC0415
        from ..models.scim_resource_type_schema_extensions_item import (
            ScimResourceTypeSchemaExtensionsItem,  # noqa: PLC0415
        )

        d = dict(src_dict)
        schemas = cast(list[str], d.pop("schemas"))

        name = d.pop("name")

        endpoint = d.pop("endpoint")

        schema = d.pop("schema")

        meta = ScimMeta.from_dict(d.pop("meta"))

        id = d.pop("id", UNSET)

        description = d.pop("description", UNSET)

        _schema_extensions = d.pop("schemaExtensions", UNSET)
        schema_extensions: list[ScimResourceTypeSchemaExtensionsItem] | Unset = UNSET
        if _schema_extensions is not UNSET:
            schema_extensions = []
            for schema_extensions_item_data in _schema_extensions:
                schema_extensions_item = ScimResourceTypeSchemaExtensionsItem.from_dict(
                    schema_extensions_item_data
                )

                schema_extensions.append(schema_extensions_item)

        scim_resource_type = cls(
            schemas=schemas,
            name=name,
            endpoint=endpoint,
            schema=schema,
            meta=meta,
            id=id,
            description=description,
            schema_extensions=schema_extensions,
        )

        return scim_resource_type
