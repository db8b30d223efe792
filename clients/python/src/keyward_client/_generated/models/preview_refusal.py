from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.preview_refusal_code import PreviewRefusalCode

T = TypeVar("T", bound="PreviewRefusal")


@_attrs_define
class PreviewRefusal:
    """A reason why the user would be refused

    Example:
        {'code': 'NOT_IN_ALLOWED_GROUPS', 'reason': 'The user is in none of the groups in allowedGroups. Add the user to
            a group, or change allowedGroups.', 'status': 'urn:oasis:names:tc:SAML:2.0:status:RequestDenied'}

    Attributes:
        code (PreviewRefusalCode | str): Why a user would be refused. `PROVIDER_DISABLED`: the service provider is not
            `ACTIVE`. `USER_NOT_ACTIVE`: the user may not sign in. `NOT_IN_ALLOWED_GROUPS`: the user is in none of the
            groups in `allowedGroups`. `FORMAT_NOT_ALLOWED`: the service provider may not have the format.
            `EMAIL_NOT_VERIFIED`: the address is neither verified nor managed by a directory. `NO_IDENTIFIER`: the user has
            no value for the identifier. `ATTRIBUTES_TOO_LONG`: the attributes are longer than 256 KB
        reason (str): What to change
        status (None | str): The status that the service provider would get (Core section 3.2.2.2); null if it would get
            no response
    """

    code: PreviewRefusalCode | str
    reason: str
    status: None | str

    def to_dict(self) -> dict[str, Any]:
        code: str
        code = self.code

        reason = self.reason

        status: None | str
        status = self.status

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "code": code,
                "reason": reason,
                "status": status,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_code(data: object) -> PreviewRefusalCode | str:
            return cast(PreviewRefusalCode | str, data)

        code = _parse_code(d.pop("code"))

        reason = d.pop("reason")

        def _parse_status(data: object) -> None | str:
            return cast(None | str, data)

        status = _parse_status(d.pop("status"))

        preview_refusal = cls(
            code=code,
            reason=reason,
            status=status,
        )

        return preview_refusal
