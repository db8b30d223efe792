from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.clean_up_action import CleanUpAction

if TYPE_CHECKING:
    from ..models.clean_up_left_item import CleanUpLeftItem
    from ..models.cleaned_up_core import CleanedUpCore


T = TypeVar("T", bound="CleanUp")


@_attrs_define
class CleanUp:
    """The result, or the preview, of a clean-up of unused credentials

    Example:
        {'dryRun': True, 'action': 'SUSPEND', 'unusedForDays': 90, 'done': [{'credentialId':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key', 'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e',
            'identityName': 'deploy-bot', 'unusedSince': '2025-09-01T10:30:00.000Z'}], 'left': [], 'next': None, 'hasMore':
            False}

    Attributes:
        dry_run (bool): Whether nothing was changed
        action (CleanUpAction | str): `SUSPEND` can be undone, `REVOKE` cannot
        unused_for_days (int):
        done (list[CleanedUpCore]):
        left (list[CleanUpLeftItem]):
        next_ (None | str): The ID to send as `after`; null at the end
        has_more (bool): Whether some are left; call again with `after`
    """

    dry_run: bool
    action: CleanUpAction | str
    unused_for_days: int
    done: list[CleanedUpCore]
    left: list[CleanUpLeftItem]
    next_: None | str
    has_more: bool

    def to_dict(self) -> dict[str, Any]:
        dry_run = self.dry_run

        action: str
        action = self.action

        unused_for_days = self.unused_for_days

        done = []
        for done_item_data in self.done:
            done_item = done_item_data.to_dict()

            done.append(done_item)

        left = []
        for left_item_data in self.left:
            left_item = left_item_data.to_dict()

            left.append(left_item)

        next_: None | str
        next_ = self.next_

        has_more = self.has_more

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "dryRun": dry_run,
                "action": action,
                "unusedForDays": unused_for_days,
                "done": done,
                "left": left,
                "next": next_,
                "hasMore": has_more,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.clean_up_left_item import CleanUpLeftItem  # noqa: PLC0415
        from ..models.cleaned_up_core import CleanedUpCore  # noqa: PLC0415

        d = dict(src_dict)
        dry_run = d.pop("dryRun")

        def _parse_action(data: object) -> CleanUpAction | str:
            return cast(CleanUpAction | str, data)

        action = _parse_action(d.pop("action"))

        unused_for_days = d.pop("unusedForDays")

        done = []
        _done = d.pop("done")
        for done_item_data in _done:
            done_item = CleanedUpCore.from_dict(done_item_data)

            done.append(done_item)

        left = []
        _left = d.pop("left")
        for left_item_data in _left:
            left_item = CleanUpLeftItem.from_dict(left_item_data)

            left.append(left_item)

        def _parse_next_(data: object) -> None | str:
            return cast(None | str, data)

        next_ = _parse_next_(d.pop("next"))

        has_more = d.pop("hasMore")

        clean_up = cls(
            dry_run=dry_run,
            action=action,
            unused_for_days=unused_for_days,
            done=done,
            left=left,
            next_=next_,
            has_more=has_more,
        )

        return clean_up
