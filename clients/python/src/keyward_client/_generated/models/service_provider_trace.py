from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.trace_binding import TraceBinding
from ..models.trace_direction import TraceDirection
from ..models.trace_message_type import TraceMessageType
from ..models.trace_outcome import TraceOutcome

if TYPE_CHECKING:
    from ..models.trace_key import TraceKey
    from ..models.trace_refusal import TraceRefusal
    from ..models.trace_status import TraceStatus


T = TypeVar("T", bound="ServiceProviderTrace")


@_attrs_define
class ServiceProviderTrace:
    """A message that a service provider sent or received

    Example:
        {'id': 'trc_01kahz5v3be4nr7q2m8x9c0d1e', 'at': '2026-01-15T10:30:00.000Z', 'direction': 'RECEIVED',
            'messageType': 'AuthnRequest', 'binding': 'HTTP-Redirect', 'outcome': 'REFUSED', 'verified': True, 'refusal':
            {'code': 'SAML_REQUEST_INVALID', 'step': 'check', 'rule': 'destination', 'reason': 'Destination is not the URL
            that received the message.', 'found': 'https://old.example.com/api/saml/org_01kahz5v3be4nr7q2m8x9c0d1e/sso'},
            'status': None, 'key': {'fingerprint': '7d1a4c0be5fd2ba2a8d1c0f7b9a3c1b1d5e0f4a29c6c1f8d3e7a60b52f4c9d18',
            'subject': 'CN=app.example.com'}, 'encrypted': False, 'userId': None, 'requestId':
            'req_01kahz5v3be4nr7q2m8x9c0d1f', 'size': 412, 'truncated': False, 'message': '<samlp:AuthnRequest
            xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_a1" Version="2.0" IssueInstant="2026-01-15T10:30:00Z"
            Destination="https://old.example.com/api/saml/org_01kahz5v3be4nr7q2m8x9c0d1e
            /sso">\\n  <saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://app.example.com/s
            aml/metadata</saml:Issuer>\\n</samlp:AuthnRequest>\\n', 'messageHash': None}

    Attributes:
        id (str):
        at (datetime.datetime):
        direction (str | TraceDirection): Whether the service provider sent the message, or Keyward did
        message_type (str | TraceMessageType): The root element of the message (Core section 3)
        binding (str | TraceBinding): How the message travelled (Bindings section 3)
        outcome (str | TraceOutcome): `ACCEPTED`, or `REFUSED`: a received message broke a rule, or a sent message says
            that something was refused
        verified (bool): Whether a known key, a signed-in user or a call of Keyward stands behind the message. Others
            may come from anybody, and have room for 100
        refusal (None | TraceRefusal): Why a received message was refused; null if it was not
        status (None | TraceStatus): The status of a response; null for a request
        key (None | TraceKey): The certificate that stands for the signature; null without a verified one
        encrypted (bool): Whether the assertion travelled encrypted. `message` shows it before the encryption
        user_id (None | str): The user, if known; null without `directory.read`
        request_id (None | str): The ID of the HTTP request in the log
        size (int | None): The size of a decoded received message in bytes; null for a sent one
        truncated (bool): Whether `message` is only the beginning
        message (None | str): The message as indented XML. `[removed]` stands for what is never stored, and `[redacted]`
            for values about a user that the key may not read. Null if the message cannot be parsed
        message_hash (None | str): The SHA-256 of a message that cannot be parsed; null otherwise
    """

    id: str
    at: datetime.datetime
    direction: str | TraceDirection
    message_type: str | TraceMessageType
    binding: str | TraceBinding
    outcome: str | TraceOutcome
    verified: bool
    refusal: None | TraceRefusal
    status: None | TraceStatus
    key: None | TraceKey
    encrypted: bool
    user_id: None | str
    request_id: None | str
    size: int | None
    truncated: bool
    message: None | str
    message_hash: None | str

    def to_dict(self) -> dict[str, Any]:
        from ..models.trace_key import TraceKey  # noqa: PLC0415
        from ..models.trace_refusal import TraceRefusal  # noqa: PLC0415
        from ..models.trace_status import TraceStatus  # noqa: PLC0415

        id = self.id

        at = self.at.isoformat()

        direction: str
        direction = self.direction

        message_type: str
        message_type = self.message_type

        binding: str
        binding = self.binding

        outcome: str
        outcome = self.outcome

        verified = self.verified

        refusal: dict[str, Any] | None
        if isinstance(self.refusal, TraceRefusal):
            refusal = self.refusal.to_dict()

        else:
            refusal = self.refusal

        status: dict[str, Any] | None
        if isinstance(self.status, TraceStatus):
            status = self.status.to_dict()

        else:
            status = self.status

        key: dict[str, Any] | None
        if isinstance(self.key, TraceKey):
            key = self.key.to_dict()

        else:
            key = self.key

        encrypted = self.encrypted

        user_id: None | str
        user_id = self.user_id

        request_id: None | str
        request_id = self.request_id

        size: int | None
        size = self.size

        truncated = self.truncated

        message: None | str
        message = self.message

        message_hash: None | str
        message_hash = self.message_hash

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "at": at,
                "direction": direction,
                "messageType": message_type,
                "binding": binding,
                "outcome": outcome,
                "verified": verified,
                "refusal": refusal,
                "status": status,
                "key": key,
                "encrypted": encrypted,
                "userId": user_id,
                "requestId": request_id,
                "size": size,
                "truncated": truncated,
                "message": message,
                "messageHash": message_hash,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.trace_key import TraceKey  # noqa: PLC0415
        from ..models.trace_refusal import TraceRefusal  # noqa: PLC0415
        from ..models.trace_status import TraceStatus  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        at = datetime.datetime.fromisoformat(d.pop("at").replace("Z", "+00:00"))

        def _parse_direction(data: object) -> str | TraceDirection:
            return cast(str | TraceDirection, data)

        direction = _parse_direction(d.pop("direction"))

        def _parse_message_type(data: object) -> str | TraceMessageType:
            return cast(str | TraceMessageType, data)

        message_type = _parse_message_type(d.pop("messageType"))

        def _parse_binding(data: object) -> str | TraceBinding:
            return cast(str | TraceBinding, data)

        binding = _parse_binding(d.pop("binding"))

        def _parse_outcome(data: object) -> str | TraceOutcome:
            return cast(str | TraceOutcome, data)

        outcome = _parse_outcome(d.pop("outcome"))

        verified = d.pop("verified")

        def _parse_refusal(data: object) -> None | TraceRefusal:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                refusal_type_0 = TraceRefusal.from_dict(data)

                return refusal_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TraceRefusal, data)

        refusal = _parse_refusal(d.pop("refusal"))

        def _parse_status(data: object) -> None | TraceStatus:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                status_type_0 = TraceStatus.from_dict(data)

                return status_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TraceStatus, data)

        status = _parse_status(d.pop("status"))

        def _parse_key(data: object) -> None | TraceKey:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                key_type_0 = TraceKey.from_dict(data)

                return key_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TraceKey, data)

        key = _parse_key(d.pop("key"))

        encrypted = d.pop("encrypted")

        def _parse_user_id(data: object) -> None | str:
            return cast(None | str, data)

        user_id = _parse_user_id(d.pop("userId"))

        def _parse_request_id(data: object) -> None | str:
            return cast(None | str, data)

        request_id = _parse_request_id(d.pop("requestId"))

        def _parse_size(data: object) -> int | None:
            return cast(int | None, data)

        size = _parse_size(d.pop("size"))

        truncated = d.pop("truncated")

        def _parse_message(data: object) -> None | str:
            return cast(None | str, data)

        message = _parse_message(d.pop("message"))

        def _parse_message_hash(data: object) -> None | str:
            return cast(None | str, data)

        message_hash = _parse_message_hash(d.pop("messageHash"))

        service_provider_trace = cls(
            id=id,
            at=at,
            direction=direction,
            message_type=message_type,
            binding=binding,
            outcome=outcome,
            verified=verified,
            refusal=refusal,
            status=status,
            key=key,
            encrypted=encrypted,
            user_id=user_id,
            request_id=request_id,
            size=size,
            truncated=truncated,
            message=message,
            message_hash=message_hash,
        )

        return service_provider_trace
