from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.policy_operation import PolicyOperation
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.policy_input_fields import PolicyInputFields


T = TypeVar("T", bound="PolicyEvaluationRequest")


@_attrs_define
class PolicyEvaluationRequest:
    """An attempt to judge, which is not made. One that makes a credential names an identity, any other the credential

    Example:
        {'operation': 'createCredential', 'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'scopes': ['secrets.read'],
            'ttl': 31536000}

    Attributes:
        operation (PolicyOperation | str): The attempted operation of the API. `authenticate` is any call with the
            credential as its key. `dailyPass` is the nightly check
        identity_id (str | Unset): Who would be given a credential or be changed; instead of credentialId
        credential_id (str | Unset): The credential that would be changed, rotated or used
        ip_address (str | Unset): From where; without it the address is not known
        at (datetime.datetime | Unset): When; now unless sent
        scopes (list[str] | Unset): What it would carry
        ttl (int | Unset): How long it would live, in seconds
        policy (PolicyInputFields | Unset): What a policy says Example: {'name': 'Rotate every quarter', 'type':
            'ROTATION_AGE', 'parameters': {'maxAgeDays': 90}}.
    """

    operation: PolicyOperation | str
    identity_id: str | Unset = UNSET
    credential_id: str | Unset = UNSET
    ip_address: str | Unset = UNSET
    at: datetime.datetime | Unset = UNSET
    scopes: list[str] | Unset = UNSET
    ttl: int | Unset = UNSET
    policy: PolicyInputFields | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        operation: str
        operation = self.operation

        identity_id = self.identity_id

        credential_id = self.credential_id

        ip_address: str | Unset
        if isinstance(self.ip_address, Unset):
            ip_address = UNSET
        else:
            ip_address = self.ip_address

        at: str | Unset = UNSET
        if not isinstance(self.at, Unset):
            at = self.at.isoformat()

        scopes: list[str] | Unset = UNSET
        if not isinstance(self.scopes, Unset):
            scopes = self.scopes

        ttl = self.ttl

        policy: dict[str, Any] | Unset = UNSET
        if not isinstance(self.policy, Unset):
            policy = self.policy.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "operation": operation,
            }
        )
        if identity_id is not UNSET:
            field_dict["identityId"] = identity_id
        if credential_id is not UNSET:
            field_dict["credentialId"] = credential_id
        if ip_address is not UNSET:
            field_dict["ipAddress"] = ip_address
        if at is not UNSET:
            field_dict["at"] = at
        if scopes is not UNSET:
            field_dict["scopes"] = scopes
        if ttl is not UNSET:
            field_dict["ttl"] = ttl
        if policy is not UNSET:
            field_dict["policy"] = policy

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.policy_input_fields import PolicyInputFields  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_operation(data: object) -> PolicyOperation | str:
            return cast(PolicyOperation | str, data)

        operation = _parse_operation(d.pop("operation"))

        identity_id = d.pop("identityId", UNSET)

        credential_id = d.pop("credentialId", UNSET)

        def _parse_ip_address(data: object) -> str | Unset:
            return cast(str | Unset, data)

        ip_address = _parse_ip_address(d.pop("ipAddress", UNSET))

        _at = d.pop("at", UNSET)
        at: datetime.datetime | Unset
        if isinstance(_at, Unset):
            at = UNSET
        else:
            at = datetime.datetime.fromisoformat(_at.replace("Z", "+00:00"))

        scopes = cast(list[str], d.pop("scopes", UNSET))

        ttl = d.pop("ttl", UNSET)

        _policy = d.pop("policy", UNSET)
        policy: PolicyInputFields | Unset
        if isinstance(_policy, Unset):
            policy = UNSET
        else:
            policy = PolicyInputFields.from_dict(_policy)

        policy_evaluation_request = cls(
            operation=operation,
            identity_id=identity_id,
            credential_id=credential_id,
            ip_address=ip_address,
            at=at,
            scopes=scopes,
            ttl=ttl,
            policy=policy,
        )

        return policy_evaluation_request
