from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.totp_algorithm import TotpAlgorithm
from ..models.totp_digits import TotpDigits
from ..models.totp_enforcement import TotpEnforcement
from ..types import UNSET, Unset

T = TypeVar("T", bound="TotpConfigChange")


@_attrs_define
class TotpConfigChange:
    """What to change; fields that are left out keep their values

    Example:
        {'enforcement': 'REQUIRED'}

    Attributes:
        enabled (bool | Unset): Whether they can be set up and are accepted
        enforcement (str | TotpEnforcement | Unset): `OPTIONAL`: only users who set up codes are asked for them.
            `REQUIRED`: every user sets up codes at the next sign-in. `OFF`: codes are asked only where an application
            requires two factors
        issuer (None | str | Unset):
        algorithm (str | TotpAlgorithm | Unset): Many apps read `SHA1` only and say nothing of it; their codes are then
            wrong
        digits (TotpDigits | Unset): How long a code is
        period_seconds (int | Unset): For how long an app shows a code
        window (int | Unset): How many codes before and after the present one are accepted
        recovery_codes (int | Unset): How many recovery codes a user is given
        max_attempts (int | Unset): Wrong codes after which the sign-in starts again
    """

    enabled: bool | Unset = UNSET
    enforcement: str | TotpEnforcement | Unset = UNSET
    issuer: None | str | Unset = UNSET
    algorithm: str | TotpAlgorithm | Unset = UNSET
    digits: TotpDigits | Unset = UNSET
    period_seconds: int | Unset = UNSET
    window: int | Unset = UNSET
    recovery_codes: int | Unset = UNSET
    max_attempts: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        enabled = self.enabled

        enforcement: str | Unset
        if isinstance(self.enforcement, Unset):
            enforcement = UNSET
        else:
            enforcement = self.enforcement

        issuer: None | str | Unset
        if isinstance(self.issuer, Unset):
            issuer = UNSET
        else:
            issuer = self.issuer

        algorithm: str | Unset
        if isinstance(self.algorithm, Unset):
            algorithm = UNSET
        else:
            algorithm = self.algorithm

        digits = self.digits

        period_seconds = self.period_seconds

        window = self.window

        recovery_codes = self.recovery_codes

        max_attempts = self.max_attempts

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if enabled is not UNSET:
            field_dict["enabled"] = enabled
        if enforcement is not UNSET:
            field_dict["enforcement"] = enforcement
        if issuer is not UNSET:
            field_dict["issuer"] = issuer
        if algorithm is not UNSET:
            field_dict["algorithm"] = algorithm
        if digits is not UNSET:
            field_dict["digits"] = digits
        if period_seconds is not UNSET:
            field_dict["periodSeconds"] = period_seconds
        if window is not UNSET:
            field_dict["window"] = window
        if recovery_codes is not UNSET:
            field_dict["recoveryCodes"] = recovery_codes
        if max_attempts is not UNSET:
            field_dict["maxAttempts"] = max_attempts

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        enabled = d.pop("enabled", UNSET)

        def _parse_enforcement(data: object) -> str | TotpEnforcement | Unset:
            return cast(str | TotpEnforcement | Unset, data)

        enforcement = _parse_enforcement(d.pop("enforcement", UNSET))

        def _parse_issuer(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        issuer = _parse_issuer(d.pop("issuer", UNSET))

        def _parse_algorithm(data: object) -> str | TotpAlgorithm | Unset:
            return cast(str | TotpAlgorithm | Unset, data)

        algorithm = _parse_algorithm(d.pop("algorithm", UNSET))

        digits = d.pop("digits", UNSET)

        period_seconds = d.pop("periodSeconds", UNSET)

        window = d.pop("window", UNSET)

        recovery_codes = d.pop("recoveryCodes", UNSET)

        max_attempts = d.pop("maxAttempts", UNSET)

        totp_config_change = cls(
            enabled=enabled,
            enforcement=enforcement,
            issuer=issuer,
            algorithm=algorithm,
            digits=digits,
            period_seconds=period_seconds,
            window=window,
            recovery_codes=recovery_codes,
            max_attempts=max_attempts,
        )

        return totp_config_change
