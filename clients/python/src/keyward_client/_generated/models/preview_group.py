from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.preview_group_change import PreviewGroupChange

T = TypeVar("T", bound="PreviewGroup")


@_attrs_define
class PreviewGroup:
    """A group that `groupMapping` names for the user, or that the user would leave

    Example:
        {'id': 'grp_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Engineering', 'change': 'JOINS'}

    Attributes:
        id (str):
        name (str):
        change (PreviewGroupChange | str): What happens to the membership
    """

    id: str
    name: str
    change: PreviewGroupChange | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        change: str
        change = self.change

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "change": change,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        def _parse_change(data: object) -> PreviewGroupChange | str:
            return cast(PreviewGroupChange | str, data)

        change = _parse_change(d.pop("change"))

        preview_group = cls(
            id=id,
            name=name,
            change=change,
        )

        return preview_group
