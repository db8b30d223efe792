from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.identity_type import IdentityType
from ..types import UNSET, Unset

T = TypeVar("T", bound="PolicySelector")


@_attrs_define
class PolicySelector:
    """The identities that the policy applies to: of one of these types, with one of these tags, and with one of these IDs.
    An empty list does not restrict, so a selector without lists matches all identities

        Example:
            {'identityTypes': ['CI_CD'], 'tags': ['payments'], 'identityIds': []}

        Attributes:
            identity_types (list[IdentityType | str] | Unset):
            tags (list[str] | Unset):
            identity_ids (list[str] | Unset):
    """

    identity_types: list[IdentityType | str] | Unset = UNSET
    tags: list[str] | Unset = UNSET
    identity_ids: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        identity_types: list[str] | Unset = UNSET
        if not isinstance(self.identity_types, Unset):
            identity_types = []
            for identity_types_item_data in self.identity_types:
                identity_types_item: str
                identity_types_item = identity_types_item_data
                identity_types.append(identity_types_item)

        tags: list[str] | Unset = UNSET
        if not isinstance(self.tags, Unset):
            tags = self.tags

        identity_ids: list[str] | Unset = UNSET
        if not isinstance(self.identity_ids, Unset):
            identity_ids = self.identity_ids

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if identity_types is not UNSET:
            field_dict["identityTypes"] = identity_types
        if tags is not UNSET:
            field_dict["tags"] = tags
        if identity_ids is not UNSET:
            field_dict["identityIds"] = identity_ids

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _identity_types = d.pop("identityTypes", UNSET)
        identity_types: list[IdentityType | str] | Unset = UNSET
        if _identity_types is not UNSET:
            identity_types = []
            for identity_types_item_data in _identity_types:

                def _parse_identity_types_item(data: object) -> IdentityType | str:
                    return cast(IdentityType | str, data)

                identity_types_item = _parse_identity_types_item(identity_types_item_data)

                identity_types.append(identity_types_item)

        tags = cast(list[str], d.pop("tags", UNSET))

        identity_ids = cast(list[str], d.pop("identityIds", UNSET))

        policy_selector = cls(
            identity_types=identity_types,
            tags=tags,
            identity_ids=identity_ids,
        )

        return policy_selector
