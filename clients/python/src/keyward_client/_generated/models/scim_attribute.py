from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.scim_attribute_type import ScimAttributeType
from ..models.scim_mutability import ScimMutability
from ..models.scim_returned import ScimReturned
from ..models.scim_uniqueness import ScimUniqueness
from ..types import UNSET, Unset

T = TypeVar("T", bound="ScimAttribute")


@_attrs_define
class ScimAttribute:
    """An attribute of a schema, and what it takes

    Example:
        {'name': 'active', 'type': 'boolean', 'multiValued': False, 'description': 'Whether the user may sign in',
            'required': False, 'mutability': 'readWrite', 'returned': 'default'}

    Attributes:
        name (str):
        type_ (ScimAttributeType): The type of an attribute (RFC 7643 section 2.3)
        multi_valued (bool):
        description (str):
        required (bool):
        mutability (ScimMutability): Whether an attribute may be written (RFC 7643 section 7)
        returned (ScimReturned): When an attribute is shown (RFC 7643 section 7)
        sub_attributes (list[ScimAttribute] | Unset):
        canonical_values (list[str] | Unset):
        case_exact (bool | Unset):
        uniqueness (ScimUniqueness | Unset): Within what the values of an attribute are unique (RFC 7643 section 7)
        reference_types (list[str] | Unset):
    """

    name: str
    type_: ScimAttributeType
    multi_valued: bool
    description: str
    required: bool
    mutability: ScimMutability
    returned: ScimReturned
    sub_attributes: list[ScimAttribute] | Unset = UNSET
    canonical_values: list[str] | Unset = UNSET
    case_exact: bool | Unset = UNSET
    uniqueness: ScimUniqueness | Unset = UNSET
    reference_types: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        type_ = self.type_

        multi_valued = self.multi_valued

        description = self.description

        required = self.required

        mutability = self.mutability

        returned = self.returned

        sub_attributes: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.sub_attributes, Unset):
            sub_attributes = []
            for sub_attributes_item_data in self.sub_attributes:
                sub_attributes_item = sub_attributes_item_data.to_dict()

                sub_attributes.append(sub_attributes_item)

        canonical_values: list[str] | Unset = UNSET
        if not isinstance(self.canonical_values, Unset):
            canonical_values = self.canonical_values

        case_exact = self.case_exact

        uniqueness = self.uniqueness

        reference_types: list[str] | Unset = UNSET
        if not isinstance(self.reference_types, Unset):
            reference_types = self.reference_types

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "type": type_,
                "multiValued": multi_valued,
                "description": description,
                "required": required,
                "mutability": mutability,
                "returned": returned,
            }
        )
        if sub_attributes is not UNSET:
            field_dict["subAttributes"] = sub_attributes
        if canonical_values is not UNSET:
            field_dict["canonicalValues"] = canonical_values
        if case_exact is not UNSET:
            field_dict["caseExact"] = case_exact
        if uniqueness is not UNSET:
            field_dict["uniqueness"] = uniqueness
        if reference_types is not UNSET:
            field_dict["referenceTypes"] = reference_types

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        type_ = d.pop("type")

        multi_valued = d.pop("multiValued")

        description = d.pop("description")

        required = d.pop("required")

        mutability = d.pop("mutability")

        returned = d.pop("returned")

        _sub_attributes = d.pop("subAttributes", UNSET)
        sub_attributes: list[ScimAttribute] | Unset = UNSET
        if _sub_attributes is not UNSET:
            sub_attributes = []
            for sub_attributes_item_data in _sub_attributes:
                sub_attributes_item = ScimAttribute.from_dict(sub_attributes_item_data)

                sub_attributes.append(sub_attributes_item)

        canonical_values = cast(list[str], d.pop("canonicalValues", UNSET))

        case_exact = d.pop("caseExact", UNSET)

        uniqueness = d.pop("uniqueness", UNSET)

        reference_types = cast(list[str], d.pop("referenceTypes", UNSET))

        scim_attribute = cls(
            name=name,
            type_=type_,
            multi_valued=multi_valued,
            description=description,
            required=required,
            mutability=mutability,
            returned=returned,
            sub_attributes=sub_attributes,
            canonical_values=canonical_values,
            case_exact=case_exact,
            uniqueness=uniqueness,
            reference_types=reference_types,
        )

        return scim_attribute
