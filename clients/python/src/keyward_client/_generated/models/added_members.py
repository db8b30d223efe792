from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.member import Member


T = TypeVar("T", bound="AddedMembers")


@_attrs_define
class AddedMembers:
    """Those who were named, in that order; who was a member before keeps the time of that

    Attributes:
        data (list[Member]):
    """

    data: list[Member]

    def to_dict(self) -> dict[str, Any]:
        data = []
        for data_item_data in self.data:
            data_item = data_item_data.to_dict()

            data.append(data_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "data": data,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.member import Member  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = Member.from_dict(data_item_data)

            data.append(data_item)

        added_members = cls(
            data=data,
        )

        return added_members
