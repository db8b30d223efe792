from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.clean_up_left_reason import CleanUpLeftReason

T = TypeVar("T", bound="CleanUpLeftItem")


@_attrs_define
class CleanUpLeftItem:
    """
    Attributes:
        credential_id (str):
        name (str):
        identity_id (str):
        identity_name (str):
        unused_since (datetime.datetime): Its last use, or else its last rotation or its creation; or later, when it was
            reactivated or given scopes
        reason (CleanUpLeftReason | str): Why a credential was left as it is. `TOO_NEW`: it was created, rotated,
            reactivated or given scopes since, and not used. `SCOPE_NOT_GRANTABLE`: your key lacks a management scope of it.
            `LOCKOUT_RISK`: it is the last working key with scope `*`
    """

    credential_id: str
    name: str
    identity_id: str
    identity_name: str
    unused_since: datetime.datetime
    reason: CleanUpLeftReason | str

    def to_dict(self) -> dict[str, Any]:
        credential_id = self.credential_id

        name = self.name

        identity_id = self.identity_id

        identity_name = self.identity_name

        unused_since = self.unused_since.isoformat()

        reason: str
        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "credentialId": credential_id,
                "name": name,
                "identityId": identity_id,
                "identityName": identity_name,
                "unusedSince": unused_since,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        credential_id = d.pop("credentialId")

        name = d.pop("name")

        identity_id = d.pop("identityId")

        identity_name = d.pop("identityName")

        unused_since = datetime.datetime.fromisoformat(d.pop("unusedSince").replace("Z", "+00:00"))

        def _parse_reason(data: object) -> CleanUpLeftReason | str:
            return cast(CleanUpLeftReason | str, data)

        reason = _parse_reason(d.pop("reason"))

        clean_up_left_item = cls(
            credential_id=credential_id,
            name=name,
            identity_id=identity_id,
            identity_name=identity_name,
            unused_since=unused_since,
            reason=reason,
        )

        return clean_up_left_item
