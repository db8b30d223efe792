from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.right_sizing_left_item import RightSizingLeftItem
    from ..models.right_sizing_narrowed_item import RightSizingNarrowedItem


T = TypeVar("T", bound="RightSizing")


@_attrs_define
class RightSizing:
    """What became, or would become, of the scopes of an identity's credentials

    Example:
        {'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'dryRun': True, 'windowDays': 90, 'narrowed': [{'credentialId':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key', 'from': ['deploy.*', 'secrets.*'], 'to':
            ['secrets.read']}], 'left': [{'credentialId': 'cred_01kahz5v3be4nr7q2m8x9c0d1f', 'name': 'new key', 'reason':
            'TOO_YOUNG'}], 'hasMore': False}

    Attributes:
        identity_id (str):
        dry_run (bool): Whether nothing was changed
        window_days (int):
        narrowed (list[RightSizingNarrowedItem]):
        left (list[RightSizingLeftItem]):
        has_more (bool): Whether it has more than 1000 active credentials; name those you mean
    """

    identity_id: str
    dry_run: bool
    window_days: int
    narrowed: list[RightSizingNarrowedItem]
    left: list[RightSizingLeftItem]
    has_more: bool

    def to_dict(self) -> dict[str, Any]:
        identity_id = self.identity_id

        dry_run = self.dry_run

        window_days = self.window_days

        narrowed = []
        for narrowed_item_data in self.narrowed:
            narrowed_item = narrowed_item_data.to_dict()

            narrowed.append(narrowed_item)

        left = []
        for left_item_data in self.left:
            left_item = left_item_data.to_dict()

            left.append(left_item)

        has_more = self.has_more

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "identityId": identity_id,
                "dryRun": dry_run,
                "windowDays": window_days,
                "narrowed": narrowed,
                "left": left,
                "hasMore": has_more,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.right_sizing_left_item import RightSizingLeftItem  # noqa: PLC0415
        from ..models.right_sizing_narrowed_item import RightSizingNarrowedItem  # noqa: PLC0415

        d = dict(src_dict)
        identity_id = d.pop("identityId")

        dry_run = d.pop("dryRun")

        window_days = d.pop("windowDays")

        narrowed = []
        _narrowed = d.pop("narrowed")
        for narrowed_item_data in _narrowed:
            narrowed_item = RightSizingNarrowedItem.from_dict(narrowed_item_data)

            narrowed.append(narrowed_item)

        left = []
        _left = d.pop("left")
        for left_item_data in _left:
            left_item = RightSizingLeftItem.from_dict(left_item_data)

            left.append(left_item)

        has_more = d.pop("hasMore")

        right_sizing = cls(
            identity_id=identity_id,
            dry_run=dry_run,
            window_days=window_days,
            narrowed=narrowed,
            left=left,
            has_more=has_more,
        )

        return right_sizing
