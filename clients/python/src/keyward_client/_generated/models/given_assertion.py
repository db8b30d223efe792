from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.given_attribute import GivenAttribute
    from ..models.given_name_id import GivenNameId


T = TypeVar("T", bound="GivenAssertion")


@_attrs_define
class GivenAssertion:
    """What an assertion says of a user (SAML core section 2)

    Example:
        {'nameId': {'value': '00u1a2b3c4', 'format': 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'},
            'attributes': [{'name': 'email', 'values': ['ada@acme.example']}]}

    Attributes:
        name_id (GivenNameId | Unset): The identifier of the user Example: {'value': '00u1a2b3c4', 'format':
            'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}.
        attributes (list[GivenAttribute] | Unset):
    """

    name_id: GivenNameId | Unset = UNSET
    attributes: list[GivenAttribute] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name_id: dict[str, Any] | Unset = UNSET
        if not isinstance(self.name_id, Unset):
            name_id = self.name_id.to_dict()

        attributes: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.attributes, Unset):
            attributes = []
            for attributes_item_data in self.attributes:
                attributes_item = attributes_item_data.to_dict()

                attributes.append(attributes_item)

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name_id is not UNSET:
            field_dict["nameId"] = name_id
        if attributes is not UNSET:
            field_dict["attributes"] = attributes

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.given_attribute import GivenAttribute  # noqa: PLC0415
        from ..models.given_name_id import GivenNameId  # noqa: PLC0415

        d = dict(src_dict)
        _name_id = d.pop("nameId", UNSET)
        name_id: GivenNameId | Unset
        if isinstance(_name_id, Unset):
            name_id = UNSET
        else:
            name_id = GivenNameId.from_dict(_name_id)

        _attributes = d.pop("attributes", UNSET)
        attributes: list[GivenAttribute] | Unset = UNSET
        if _attributes is not UNSET:
            attributes = []
            for attributes_item_data in _attributes:
                attributes_item = GivenAttribute.from_dict(attributes_item_data)

                attributes.append(attributes_item)

        given_assertion = cls(
            name_id=name_id,
            attributes=attributes,
        )

        return given_assertion
