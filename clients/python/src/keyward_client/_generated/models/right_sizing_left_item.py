from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.left_reason import LeftReason

T = TypeVar("T", bound="RightSizingLeftItem")


@_attrs_define
class RightSizingLeftItem:
    """
    Attributes:
        credential_id (str):
        name (None | str): Null when there is no such credential
        reason (LeftReason | str): Why a credential was left as it is: as in `observation` of the report, or one of the
            following. `NOTHING_UNUSED`: all its scopes are used. `SCOPE_NOT_GRANTABLE`: your key lacks a management scope
            of it. `LOCKOUT_RISK`: it is the last working key with scope `*`. `NOT_FOUND`: the identity has no active
            credential of this ID
    """

    credential_id: str
    name: None | str
    reason: LeftReason | str

    def to_dict(self) -> dict[str, Any]:
        credential_id = self.credential_id

        name: None | str
        name = self.name

        reason: str
        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "credentialId": credential_id,
                "name": name,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        credential_id = d.pop("credentialId")

        def _parse_name(data: object) -> None | str:
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        def _parse_reason(data: object) -> LeftReason | str:
            return cast(LeftReason | str, data)

        reason = _parse_reason(d.pop("reason"))

        right_sizing_left_item = cls(
            credential_id=credential_id,
            name=name,
            reason=reason,
        )

        return right_sizing_left_item
