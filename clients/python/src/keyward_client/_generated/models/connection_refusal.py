from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.connection_refusal_code import ConnectionRefusalCode
from ..models.connection_trace_step import ConnectionTraceStep

T = TypeVar("T", bound="ConnectionRefusal")


@_attrs_define
class ConnectionRefusal:
    """Why an account would not sign in

    Example:
        {'code': 'DOMAIN_NOT_VERIFIED', 'step': 'LINKING', 'reason': 'The identity provider vouches for no email address
            of a verified domain of this connection'}

    Attributes:
        code (ConnectionRefusalCode | str): The code that the page of the user shows (docs/federation.md, "How accounts
            belong to users")
        step (ConnectionTraceStep | str): Where the sign-in failed. `DISCOVERY`: what the identity provider publishes.
            `RESPONSE`: what the browser brought back, with the checks of a SAML response. `TOKEN`: the exchange of the
            code, and the checks of the ID token. `CLAIMS`: the claims. `LINKING`: the search for the user. `PROVISIONING`:
            the creation of the user. `ACCESS`: whether the user may sign in. `LOGOUT`: a message of a SAML logout
        reason (str): Why, in words for administrators
    """

    code: ConnectionRefusalCode | str
    step: ConnectionTraceStep | str
    reason: str

    def to_dict(self) -> dict[str, Any]:
        code: str
        code = self.code

        step: str
        step = self.step

        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "code": code,
                "step": step,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_code(data: object) -> ConnectionRefusalCode | str:
            return cast(ConnectionRefusalCode | str, data)

        code = _parse_code(d.pop("code"))

        def _parse_step(data: object) -> ConnectionTraceStep | str:
            return cast(ConnectionTraceStep | str, data)

        step = _parse_step(d.pop("step"))

        reason = d.pop("reason")

        connection_refusal = cls(
            code=code,
            step=step,
            reason=reason,
        )

        return connection_refusal
