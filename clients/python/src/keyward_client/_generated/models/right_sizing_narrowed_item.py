from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="RightSizingNarrowedItem")


@_attrs_define
class RightSizingNarrowedItem:
    """
    Attributes:
        credential_id (str):
        name (str):
        from_ (list[str]): Permissions Example: ['secrets.read'].
        to (list[str]): Permissions Example: ['secrets.read'].
    """

    credential_id: str
    name: str
    from_: list[str]
    to: list[str]

    def to_dict(self) -> dict[str, Any]:
        credential_id = self.credential_id

        name = self.name

        from_ = self.from_

        to = self.to

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "credentialId": credential_id,
                "name": name,
                "from": from_,
                "to": to,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        credential_id = d.pop("credentialId")

        name = d.pop("name")

        from_ = cast(list[str], d.pop("from"))

        to = cast(list[str], d.pop("to"))

        right_sizing_narrowed_item = cls(
            credential_id=credential_id,
            name=name,
            from_=from_,
            to=to,
        )

        return right_sizing_narrowed_item
