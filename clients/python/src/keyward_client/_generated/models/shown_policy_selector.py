from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.identity_type import IdentityType

T = TypeVar("T", bound="ShownPolicySelector")


@_attrs_define
class ShownPolicySelector:
    """Which identities it is about

    Example:
        {'identityTypes': ['CI_CD'], 'tags': ['payments'], 'identityIds': []}

    Attributes:
        identity_types (list[IdentityType | str]):
        tags (list[str]):
        identity_ids (list[str]):
    """

    identity_types: list[IdentityType | str]
    tags: list[str]
    identity_ids: list[str]

    def to_dict(self) -> dict[str, Any]:
        identity_types = []
        for identity_types_item_data in self.identity_types:
            identity_types_item: str
            identity_types_item = identity_types_item_data
            identity_types.append(identity_types_item)

        tags = self.tags

        identity_ids = self.identity_ids

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "identityTypes": identity_types,
                "tags": tags,
                "identityIds": identity_ids,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        identity_types = []
        _identity_types = d.pop("identityTypes")
        for identity_types_item_data in _identity_types:

            def _parse_identity_types_item(data: object) -> IdentityType | str:
                return cast(IdentityType | str, data)

            identity_types_item = _parse_identity_types_item(identity_types_item_data)

            identity_types.append(identity_types_item)

        tags = cast(list[str], d.pop("tags"))

        identity_ids = cast(list[str], d.pop("identityIds"))

        shown_policy_selector = cls(
            identity_types=identity_types,
            tags=tags,
            identity_ids=identity_ids,
        )

        return shown_policy_selector
