from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.environment import Environment
from ..models.verification_code import VerificationCode
from ..models.verification_reason import VerificationReason
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.credential_summary import CredentialSummary
    from ..models.identity_summary import IdentitySummary


T = TypeVar("T", bound="Verification")


@_attrs_define
class Verification:
    """Whether the secret is valid, and whose it is

    Example:
        {'valid': True, 'code': 'VALID', 'environment': 'live', 'checkedAt': '2026-01-15T10:30:00.000Z', 'gracePeriod':
            False, 'remainingUses': None, 'cacheableSeconds': 60, 'identity': {'id': 'idn_01kahz5v3be4nr7q2m8x9c0d1e',
            'name': 'deploy-bot', 'type': 'CI_CD', 'status': 'ACTIVE', 'riskScore': 0, 'tags': ['payments']}, 'credential':
            {'id': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key', 'scopes': ['secrets.read'], 'isTemporary':
            False, 'usageCount': 1, 'expiresAt': None}}

    Attributes:
        valid (bool):
        code (str | VerificationCode): Why it is valid or not
        environment (Environment): Which data it reaches
        checked_at (datetime.datetime):
        grace_period (bool): Whether this is the old secret of a rotation; its holder should take the new one
        remaining_uses (int | None): Uses left; null means without limit
        identity (IdentitySummary | None): Null when invalid
        credential (CredentialSummary | None): Null when invalid
        reason (str | Unset | VerificationReason): More about the code, if more is known. `ROTATED` with `REVOKED` means
            that a rotation replaced this secret. `OTHER_ENVIRONMENT` with `NOT_FOUND` means that the secret has the prefix
            of the other environment, such as `kd_test_`. Your key is then a live key, or the reverse. `MALFORMED` with
            `NOT_FOUND` means that the check digits of the key are wrong: it was typed or copied wrongly
        policy_id (None | str | Unset): The policy that denies it; only with `POLICY_DENIED`
        cacheable_seconds (int | Unset): The seconds for which your service may use this answer again, while it reads
            `streamCredentialChanges`. The answer holds for the same `credential` with the same `scopes` or fewer. It does
            not hold with any other scope: name what you keep by both. It is 0 if each use must be judged or counted: by a
            policy, a cap, an address list, or a grace period. It is only there with `VALID`
    """

    valid: bool
    code: str | VerificationCode
    environment: Environment
    checked_at: datetime.datetime
    grace_period: bool
    remaining_uses: int | None
    identity: IdentitySummary | None
    credential: CredentialSummary | None
    reason: str | Unset | VerificationReason = UNSET
    policy_id: None | str | Unset = UNSET
    cacheable_seconds: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.credential_summary import CredentialSummary  # noqa: PLC0415
        from ..models.identity_summary import IdentitySummary  # noqa: PLC0415

        valid = self.valid

        code: str
        code = self.code

        environment = self.environment

        checked_at = self.checked_at.isoformat()

        grace_period = self.grace_period

        remaining_uses: int | None
        remaining_uses = self.remaining_uses

        identity: dict[str, Any] | None
        if isinstance(self.identity, IdentitySummary):
            identity = self.identity.to_dict()

        else:
            identity = self.identity

        credential: dict[str, Any] | None
        if isinstance(self.credential, CredentialSummary):
            credential = self.credential.to_dict()

        else:
            credential = self.credential

        reason: str | Unset
        if isinstance(self.reason, Unset):
            reason = UNSET
        else:
            reason = self.reason

        policy_id: None | str | Unset
        if isinstance(self.policy_id, Unset):
            policy_id = UNSET
        else:
            policy_id = self.policy_id

        cacheable_seconds = self.cacheable_seconds

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "valid": valid,
                "code": code,
                "environment": environment,
                "checkedAt": checked_at,
                "gracePeriod": grace_period,
                "remainingUses": remaining_uses,
                "identity": identity,
                "credential": credential,
            }
        )
        if reason is not UNSET:
            field_dict["reason"] = reason
        if policy_id is not UNSET:
            field_dict["policyId"] = policy_id
        if cacheable_seconds is not UNSET:
            field_dict["cacheableSeconds"] = cacheable_seconds

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.credential_summary import CredentialSummary  # noqa: PLC0415
        from ..models.identity_summary import IdentitySummary  # noqa: PLC0415

        d = dict(src_dict)
        valid = d.pop("valid")

        def _parse_code(data: object) -> str | VerificationCode:
            return cast(str | VerificationCode, data)

        code = _parse_code(d.pop("code"))

        environment = d.pop("environment")

        checked_at = datetime.datetime.fromisoformat(d.pop("checkedAt").replace("Z", "+00:00"))

        grace_period = d.pop("gracePeriod")

        def _parse_remaining_uses(data: object) -> int | None:
            return cast(int | None, data)

        remaining_uses = _parse_remaining_uses(d.pop("remainingUses"))

        def _parse_identity(data: object) -> IdentitySummary | None:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                identity_type_0 = IdentitySummary.from_dict(data)

                return identity_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(IdentitySummary | None, data)

        identity = _parse_identity(d.pop("identity"))

        def _parse_credential(data: object) -> CredentialSummary | None:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                credential_type_0 = CredentialSummary.from_dict(data)

                return credential_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CredentialSummary | None, data)

        credential = _parse_credential(d.pop("credential"))

        def _parse_reason(data: object) -> str | Unset | VerificationReason:
            return cast(str | Unset | VerificationReason, data)

        reason = _parse_reason(d.pop("reason", UNSET))

        def _parse_policy_id(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        policy_id = _parse_policy_id(d.pop("policyId", UNSET))

        cacheable_seconds = d.pop("cacheableSeconds", UNSET)

        verification = cls(
            valid=valid,
            code=code,
            environment=environment,
            checked_at=checked_at,
            grace_period=grace_period,
            remaining_uses=remaining_uses,
            identity=identity,
            credential=credential,
            reason=reason,
            policy_id=policy_id,
            cacheable_seconds=cacheable_seconds,
        )

        return verification
