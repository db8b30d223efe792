from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.clean_up_action import CleanUpAction
from ..models.identity_type import IdentityType
from ..types import UNSET, Unset

T = TypeVar("T", bound="CleanUpRequest")


@_attrs_define
class CleanUpRequest:
    """What to end

    Example:
        {'unusedForDays': 90, 'action': 'SUSPEND', 'dryRun': True}

    Attributes:
        unused_for_days (int): Not used for this many days
        action (CleanUpAction | str): `SUSPEND` can be undone, `REVOKE` cannot
        dry_run (bool | Unset): Only show what would be done; false does it
        identity_types (list[IdentityType | str] | Unset): Only those of identities of these types
        tags (list[str] | Unset): Only those of identities with one of these tags
        credential_ids (list[str] | Unset): Only these, such as those that a preview listed. One that was used or ended
            since is in no list of the response
        limit (int | Unset): At most so many in this call, left ones included
        after (str | Unset): Only those whose ID comes after this one, as `next` of the call before gave it
        reason (str | Unset): Kept as the reason; made up when absent
    """

    unused_for_days: int
    action: CleanUpAction | str
    dry_run: bool | Unset = UNSET
    identity_types: list[IdentityType | str] | Unset = UNSET
    tags: list[str] | Unset = UNSET
    credential_ids: list[str] | Unset = UNSET
    limit: int | Unset = UNSET
    after: str | Unset = UNSET
    reason: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        unused_for_days = self.unused_for_days

        action: str
        action = self.action

        dry_run = self.dry_run

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

        credential_ids: list[str] | Unset = UNSET
        if not isinstance(self.credential_ids, Unset):
            credential_ids = self.credential_ids

        limit = self.limit

        after = self.after

        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "unusedForDays": unused_for_days,
                "action": action,
            }
        )
        if dry_run is not UNSET:
            field_dict["dryRun"] = dry_run
        if identity_types is not UNSET:
            field_dict["identityTypes"] = identity_types
        if tags is not UNSET:
            field_dict["tags"] = tags
        if credential_ids is not UNSET:
            field_dict["credentialIds"] = credential_ids
        if limit is not UNSET:
            field_dict["limit"] = limit
        if after is not UNSET:
            field_dict["after"] = after
        if reason is not UNSET:
            field_dict["reason"] = reason

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        unused_for_days = d.pop("unusedForDays")

        def _parse_action(data: object) -> CleanUpAction | str:
            return cast(CleanUpAction | str, data)

        action = _parse_action(d.pop("action"))

        dry_run = d.pop("dryRun", UNSET)

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

        credential_ids = cast(list[str], d.pop("credentialIds", UNSET))

        limit = d.pop("limit", UNSET)

        after = d.pop("after", UNSET)

        reason = d.pop("reason", UNSET)

        clean_up_request = cls(
            unused_for_days=unused_for_days,
            action=action,
            dry_run=dry_run,
            identity_types=identity_types,
            tags=tags,
            credential_ids=credential_ids,
            limit=limit,
            after=after,
            reason=reason,
        )

        return clean_up_request
