from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.connection_trace_outcome import ConnectionTraceOutcome
from ..models.connection_trace_step import ConnectionTraceStep

if TYPE_CHECKING:
    from ..models.connection_trace_claim import ConnectionTraceClaim


T = TypeVar("T", bound="ConnectionTrace")


@_attrs_define
class ConnectionTrace:
    """A sign-in by a connection

    Example:
        {'id': 'trc_01kahz5v3be4nr7q2m8x9c0d1e', 'at': '2026-01-15T10:30:00.000Z', 'outcome': 'FAILED', 'verified':
            True, 'step': 'LINKING', 'reason': 'The identity provider does not vouch for the email address', 'reference':
            'req_01kahz5v3be4nr7q2m8x9c0d1f', 'userId': None, 'claims': [{'name': 'email', 'value': None}, {'name':
            'email_verified', 'value': 'false'}], 'truncated': False, 'message': None, 'test': False}

    Attributes:
        id (str):
        at (datetime.datetime): When the sign-in ended
        outcome (ConnectionTraceOutcome | str): `FAILED`: the user did not sign in by the connection
        verified (bool): Whether the identity provider vouched for the user. Others may come from any browser, and have
            room for 100
        step (ConnectionTraceStep | None | str): Where it failed; null after a success
        reason (None | str): Why it failed, and what is unusual, such as a NameID with white space around it; null if
            there is nothing to say
        reference (None | str): The request ID that the page of the user shows
        user_id (None | str): The user, if known; null without `directory.read`
        claims (list[ConnectionTraceClaim]): The claims that were received; tokens and codes are never stored
        truncated (bool): Whether some claims or parts of the message are left out or shortened
        message (None | str): The message of a SAML identity provider, indented, without signatures and encrypted
            content. `[redacted]` stands for values about persons without `directory.read`, and `[removed]` for what is not
            stored. Null for OpenID Connect
        test (bool): Whether it was a test sign-in. The outcome is then what a sign-in would have been
    """

    id: str
    at: datetime.datetime
    outcome: ConnectionTraceOutcome | str
    verified: bool
    step: ConnectionTraceStep | None | str
    reason: None | str
    reference: None | str
    user_id: None | str
    claims: list[ConnectionTraceClaim]
    truncated: bool
    message: None | str
    test: bool

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        at = self.at.isoformat()

        outcome: str
        outcome = self.outcome

        verified = self.verified

        step: None | str
        step = self.step

        reason: None | str
        reason = self.reason

        reference: None | str
        reference = self.reference

        user_id: None | str
        user_id = self.user_id

        claims = []
        for claims_item_data in self.claims:
            claims_item = claims_item_data.to_dict()

            claims.append(claims_item)

        truncated = self.truncated

        message: None | str
        message = self.message

        test = self.test

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "at": at,
                "outcome": outcome,
                "verified": verified,
                "step": step,
                "reason": reason,
                "reference": reference,
                "userId": user_id,
                "claims": claims,
                "truncated": truncated,
                "message": message,
                "test": test,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.connection_trace_claim import ConnectionTraceClaim  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        at = datetime.datetime.fromisoformat(d.pop("at").replace("Z", "+00:00"))

        def _parse_outcome(data: object) -> ConnectionTraceOutcome | str:
            return cast(ConnectionTraceOutcome | str, data)

        outcome = _parse_outcome(d.pop("outcome"))

        verified = d.pop("verified")

        def _parse_step(data: object) -> ConnectionTraceStep | None | str:
            return cast(ConnectionTraceStep | None | str, data)

        step = _parse_step(d.pop("step"))

        def _parse_reason(data: object) -> None | str:
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        def _parse_reference(data: object) -> None | str:
            return cast(None | str, data)

        reference = _parse_reference(d.pop("reference"))

        def _parse_user_id(data: object) -> None | str:
            return cast(None | str, data)

        user_id = _parse_user_id(d.pop("userId"))

        claims = []
        _claims = d.pop("claims")
        for claims_item_data in _claims:
            claims_item = ConnectionTraceClaim.from_dict(claims_item_data)

            claims.append(claims_item)

        truncated = d.pop("truncated")

        def _parse_message(data: object) -> None | str:
            return cast(None | str, data)

        message = _parse_message(d.pop("message"))

        test = d.pop("test")

        connection_trace = cls(
            id=id,
            at=at,
            outcome=outcome,
            verified=verified,
            step=step,
            reason=reason,
            reference=reference,
            user_id=user_id,
            claims=claims,
            truncated=truncated,
            message=message,
            test=test,
        )

        return connection_trace
