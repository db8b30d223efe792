from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.scim_attribute import ScimAttribute
    from ..models.scim_meta import ScimMeta


T = TypeVar("T", bound="ScimSchema")


@_attrs_define
class ScimSchema:
    """A schema (RFC 7643 section 7)

    Attributes:
        schemas (list[str]): The schemas of what is shown, by their URNs
        id (str): Its URN
        name (str):
        attributes (list[ScimAttribute]):
        meta (ScimMeta): What the service knows of a resource Example: {'resourceType': 'User', 'version': 'W/"1"'}.
        description (str | Unset):
    """

    schemas: list[str]
    id: str
    name: str
    attributes: list[ScimAttribute]
    meta: ScimMeta
    description: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        schemas = self.schemas

        id = self.id

        name = self.name

        attributes = []
        for attributes_item_data in self.attributes:
            attributes_item = attributes_item_data.to_dict()

            attributes.append(attributes_item)

        meta = self.meta.to_dict()

        description = self.description

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "schemas": schemas,
                "id": id,
                "name": name,
                "attributes": attributes,
                "meta": meta,
            }
        )
        if description is not UNSET:
            field_dict["description"] = description

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.scim_attribute import ScimAttribute  # noqa: PLC0415
        from ..models.scim_meta import ScimMeta  # noqa: PLC0415

        d = dict(src_dict)
        schemas = cast(list[str], d.pop("schemas"))

        id = d.pop("id")

        name = d.pop("name")

        attributes = []
        _attributes = d.pop("attributes")
        for attributes_item_data in _attributes:
            attributes_item = ScimAttribute.from_dict(attributes_item_data)

            attributes.append(attributes_item)

        meta = ScimMeta.from_dict(d.pop("meta"))

        description = d.pop("description", UNSET)

        scim_schema = cls(
            schemas=schemas,
            id=id,
            name=name,
            attributes=attributes,
            meta=meta,
            description=description,
        )

        return scim_schema
