from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="RightSizeRequest")


@_attrs_define
class RightSizeRequest:
    """How to narrow the credentials of an identity

    Example:
        {'dryRun': True, 'windowDays': 90}

    Attributes:
        dry_run (bool | Unset): Only show what would be done; false does it
        window_days (int | Unset): Scopes that were used within this many days are kept; a credential must have been
            observed for as long
        credential_ids (list[str] | Unset): Only these of its credentials; without it all of them
    """

    dry_run: bool | Unset = UNSET
    window_days: int | Unset = UNSET
    credential_ids: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        dry_run = self.dry_run

        window_days = self.window_days

        credential_ids: list[str] | Unset = UNSET
        if not isinstance(self.credential_ids, Unset):
            credential_ids = self.credential_ids

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if dry_run is not UNSET:
            field_dict["dryRun"] = dry_run
        if window_days is not UNSET:
            field_dict["windowDays"] = window_days
        if credential_ids is not UNSET:
            field_dict["credentialIds"] = credential_ids

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        dry_run = d.pop("dryRun", UNSET)

        window_days = d.pop("windowDays", UNSET)

        credential_ids = cast(list[str], d.pop("credentialIds", UNSET))

        right_size_request = cls(
            dry_run=dry_run,
            window_days=window_days,
            credential_ids=credential_ids,
        )

        return right_size_request
