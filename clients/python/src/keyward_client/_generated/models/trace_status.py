from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="TraceStatus")


@_attrs_define
class TraceStatus:
    """The status of a response (Core section 3.2.2.2)

    Example:
        {'code': 'urn:oasis:names:tc:SAML:2.0:status:Responder', 'subcode':
            'urn:oasis:names:tc:SAML:2.0:status:RequestDenied', 'reason': 'The user is in none of the groups in
            allowedGroups.'}

    Attributes:
        code (str): The top-level code
        subcode (None | str): The second-level code
        reason (None | str): Why Keyward sent this status; null for success and for what others sent
    """

    code: str
    subcode: None | str
    reason: None | str

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        subcode: None | str
        subcode = self.subcode

        reason: None | str
        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "code": code,
                "subcode": subcode,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        code = d.pop("code")

        def _parse_subcode(data: object) -> None | str:
            return cast(None | str, data)

        subcode = _parse_subcode(d.pop("subcode"))

        def _parse_reason(data: object) -> None | str:
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        trace_status = cls(
            code=code,
            subcode=subcode,
            reason=reason,
        )

        return trace_status
