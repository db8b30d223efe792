from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.totp_algorithm import TotpAlgorithm
from ..models.totp_digits import TotpDigits
from ..models.totp_enforcement import TotpEnforcement

T = TypeVar("T", bound="TotpConfig")


@_attrs_define
class TotpConfig:
    """How codes of authenticator apps (RFC 6238) are used

    Example:
        {'enabled': True, 'enforcement': 'OPTIONAL', 'issuer': 'Example', 'algorithm': 'SHA1', 'digits': 6,
            'periodSeconds': 30, 'window': 1, 'recoveryCodes': 10, 'maxAttempts': 5, 'updatedAt':
            '2026-01-15T10:30:00.000Z', 'updatedBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        enabled (bool): Whether they can be set up and are accepted
        enforcement (str | TotpEnforcement): `OPTIONAL`: only users who set up codes are asked for them. `REQUIRED`:
            every user sets up codes at the next sign-in. `OFF`: codes are asked only where an application requires two
            factors
        issuer (str): What apps show beside the code, without a colon. Null in a change is the name of the organization
            again Example: Example.
        algorithm (str | TotpAlgorithm): Many apps read `SHA1` only and say nothing of it; their codes are then wrong
        digits (TotpDigits): How long a code is
        period_seconds (int): For how long an app shows a code
        window (int): How many codes before and after the present one are accepted
        recovery_codes (int): How many recovery codes a user is given
        max_attempts (int): Wrong codes after which the sign-in starts again
        updated_at (datetime.datetime | None): When it was changed; null if never
        updated_by (None | str): The ID of the key or user that changed it
    """

    enabled: bool
    enforcement: str | TotpEnforcement
    issuer: str
    algorithm: str | TotpAlgorithm
    digits: TotpDigits
    period_seconds: int
    window: int
    recovery_codes: int
    max_attempts: int
    updated_at: datetime.datetime | None
    updated_by: None | str

    def to_dict(self) -> dict[str, Any]:
        enabled = self.enabled

        enforcement: str
        enforcement = self.enforcement

        issuer = self.issuer

        algorithm: str
        algorithm = self.algorithm

        digits = self.digits

        period_seconds = self.period_seconds

        window = self.window

        recovery_codes = self.recovery_codes

        max_attempts = self.max_attempts

        updated_at: None | str
        if isinstance(self.updated_at, datetime.datetime):
            updated_at = self.updated_at.isoformat()
        else:
            updated_at = self.updated_at

        updated_by: None | str
        updated_by = self.updated_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "enabled": enabled,
                "enforcement": enforcement,
                "issuer": issuer,
                "algorithm": algorithm,
                "digits": digits,
                "periodSeconds": period_seconds,
                "window": window,
                "recoveryCodes": recovery_codes,
                "maxAttempts": max_attempts,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        enabled = d.pop("enabled")

        def _parse_enforcement(data: object) -> str | TotpEnforcement:
            return cast(str | TotpEnforcement, data)

        enforcement = _parse_enforcement(d.pop("enforcement"))

        issuer = d.pop("issuer")

        def _parse_algorithm(data: object) -> str | TotpAlgorithm:
            return cast(str | TotpAlgorithm, data)

        algorithm = _parse_algorithm(d.pop("algorithm"))

        digits = d.pop("digits")

        period_seconds = d.pop("periodSeconds")

        window = d.pop("window")

        recovery_codes = d.pop("recoveryCodes")

        max_attempts = d.pop("maxAttempts")

        def _parse_updated_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                updated_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return updated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        updated_at = _parse_updated_at(d.pop("updatedAt"))

        def _parse_updated_by(data: object) -> None | str:
            return cast(None | str, data)

        updated_by = _parse_updated_by(d.pop("updatedBy"))

        totp_config = cls(
            enabled=enabled,
            enforcement=enforcement,
            issuer=issuer,
            algorithm=algorithm,
            digits=digits,
            period_seconds=period_seconds,
            window=window,
            recovery_codes=recovery_codes,
            max_attempts=max_attempts,
            updated_at=updated_at,
            updated_by=updated_by,
        )

        return totp_config
