from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.audit_log_environment import AuditLogEnvironment
from ..models.audit_result import AuditResult

if TYPE_CHECKING:
    from ..models.audit_actor import AuditActor
    from ..models.audit_change import AuditChange
    from ..models.audit_target import AuditTarget


T = TypeVar("T", bound="AuditLog")


@_attrs_define
class AuditLog:
    """One row. Names, reason, address, user agent, client and changes are erased together with the user that they
    describe. `erased` says so, and the row stays in the chain

        Example:
            {'id': 'aud_01kahz5v3be4nr7q2m8x9c0d1e', 'timestamp': '2026-01-15T10:30:00.000Z', 'action': 'credential.update',
                'actor': {'type': 'API_KEY', 'id': 'cred_01kahz5v3be4nr7q2m8x9c0d1f', 'name': 'terraform'}, 'target': {'type':
                'credential', 'id': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key'}, 'result': 'SUCCESS', 'code': None,
                'reason': None, 'ipAddress': '203.0.113.7', 'userAgent': 'curl/8', 'clientId': None, 'requestId':
                'req_01kahz5v3be4nr7q2m8x9c0d1e', 'changes': [{'field': 'name', 'from': 'deploy', 'to': 'deploy key'}],
                'environment': 'live', 'erased': False, 'sequence': 1042, 'hash':
                '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'}

        Attributes:
            id (str):
            timestamp (datetime.datetime):
            action (str): Noun and verb
            actor (AuditActor): Who did it Example: {'type': 'API_KEY', 'id': 'cred_01kahz5v3be4nr7q2m8x9c0d1f', 'name':
                'terraform'}.
            target (AuditTarget): What it was done to Example: {'type': 'credential', 'id':
                'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key'}.
            result (AuditResult): `DENIED` for lack of a right, `FAILURE` for what was found
            code (None | str): The code of the refusal; null if it was not refused
            reason (None | str): The reason that the actor gave
            ip_address (None | str):
            user_agent (None | str):
            client_id (None | str): The client with which a user called the API. `keyward-cli` is the command line. Null for
                pages and keys
            request_id (None | str):
            changes (list[AuditChange]):
            environment (AuditLogEnvironment):
            erased (bool): Whether the personal values were erased
            sequence (int | None): The place in the chain; null until it is sealed, some seconds later
            hash_ (None | str): The hash of the chain up to this row
    """

    id: str
    timestamp: datetime.datetime
    action: str
    actor: AuditActor
    target: AuditTarget
    result: AuditResult
    code: None | str
    reason: None | str
    ip_address: None | str
    user_agent: None | str
    client_id: None | str
    request_id: None | str
    changes: list[AuditChange]
    environment: AuditLogEnvironment
    erased: bool
    sequence: int | None
    hash_: None | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        timestamp = self.timestamp.isoformat()

        action = self.action

        actor = self.actor.to_dict()

        target = self.target.to_dict()

        result = self.result

        code: None | str
        code = self.code

        reason: None | str
        reason = self.reason

        ip_address: None | str
        ip_address = self.ip_address

        user_agent: None | str
        user_agent = self.user_agent

        client_id: None | str
        client_id = self.client_id

        request_id: None | str
        request_id = self.request_id

        changes = []
        for changes_item_data in self.changes:
            changes_item = changes_item_data.to_dict()

            changes.append(changes_item)

        environment = self.environment

        erased = self.erased

        sequence: int | None
        sequence = self.sequence

        hash_: None | str
        hash_ = self.hash_

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "timestamp": timestamp,
                "action": action,
                "actor": actor,
                "target": target,
                "result": result,
                "code": code,
                "reason": reason,
                "ipAddress": ip_address,
                "userAgent": user_agent,
                "clientId": client_id,
                "requestId": request_id,
                "changes": changes,
                "environment": environment,
                "erased": erased,
                "sequence": sequence,
                "hash": hash_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.audit_actor import AuditActor  # noqa: PLC0415
        from ..models.audit_change import AuditChange  # noqa: PLC0415
        from ..models.audit_target import AuditTarget  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        timestamp = datetime.datetime.fromisoformat(d.pop("timestamp").replace("Z", "+00:00"))

        action = d.pop("action")

        actor = AuditActor.from_dict(d.pop("actor"))

        target = AuditTarget.from_dict(d.pop("target"))

        result = d.pop("result")

        def _parse_code(data: object) -> None | str:
            return cast(None | str, data)

        code = _parse_code(d.pop("code"))

        def _parse_reason(data: object) -> None | str:
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        def _parse_ip_address(data: object) -> None | str:
            return cast(None | str, data)

        ip_address = _parse_ip_address(d.pop("ipAddress"))

        def _parse_user_agent(data: object) -> None | str:
            return cast(None | str, data)

        user_agent = _parse_user_agent(d.pop("userAgent"))

        def _parse_client_id(data: object) -> None | str:
            return cast(None | str, data)

        client_id = _parse_client_id(d.pop("clientId"))

        def _parse_request_id(data: object) -> None | str:
            return cast(None | str, data)

        request_id = _parse_request_id(d.pop("requestId"))

        changes = []
        _changes = d.pop("changes")
        for changes_item_data in _changes:
            changes_item = AuditChange.from_dict(changes_item_data)

            changes.append(changes_item)

        environment = d.pop("environment")

        erased = d.pop("erased")

        def _parse_sequence(data: object) -> int | None:
            return cast(int | None, data)

        sequence = _parse_sequence(d.pop("sequence"))

        def _parse_hash_(data: object) -> None | str:
            return cast(None | str, data)

        hash_ = _parse_hash_(d.pop("hash"))

        audit_log = cls(
            id=id,
            timestamp=timestamp,
            action=action,
            actor=actor,
            target=target,
            result=result,
            code=code,
            reason=reason,
            ip_address=ip_address,
            user_agent=user_agent,
            client_id=client_id,
            request_id=request_id,
            changes=changes,
            environment=environment,
            erased=erased,
            sequence=sequence,
            hash_=hash_,
        )

        return audit_log
