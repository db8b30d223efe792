from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.scim_change import ScimChange


T = TypeVar("T", bound="ScimDryRun")


@_attrs_define
class ScimDryRun:
    """What a dry run would have changed

    Example:
        {'changes': [{'path': 'title', 'from': None, 'to': 'Countess'}]}

    Attributes:
        changes (list[ScimChange]):
    """

    changes: list[ScimChange]

    def to_dict(self) -> dict[str, Any]:
        changes = []
        for changes_item_data in self.changes:
            changes_item = changes_item_data.to_dict()

            changes.append(changes_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "changes": changes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.scim_change import ScimChange  # noqa: PLC0415

        d = dict(src_dict)
        changes = []
        _changes = d.pop("changes")
        for changes_item_data in _changes:
            changes_item = ScimChange.from_dict(changes_item_data)

            changes.append(changes_item)

        scim_dry_run = cls(
            changes=changes,
        )

        return scim_dry_run
