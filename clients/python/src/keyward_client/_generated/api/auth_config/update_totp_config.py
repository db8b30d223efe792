from typing import Any

from keyward_client._request import Request, json_content

from ...models.totp_algorithm import TotpAlgorithm
from ...models.totp_config import TotpConfig
from ...models.totp_config_change import TotpConfigChange
from ...models.totp_digits import TotpDigits
from ...models.totp_enforcement import TotpEnforcement
from ...types import UNSET, Unset


def request(
    *,
    enabled: bool | Unset = UNSET,
    enforcement: str | TotpEnforcement | Unset = UNSET,
    issuer: None | str | Unset = UNSET,
    algorithm: str | TotpAlgorithm | Unset = UNSET,
    digits: TotpDigits | Unset = UNSET,
    period_seconds: int | Unset = UNSET,
    window: int | Unset = UNSET,
    recovery_codes: int | Unset = UNSET,
    max_attempts: int | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = TotpConfigChange(
        enabled=enabled,
        enforcement=enforcement,
        issuer=issuer,
        algorithm=algorithm,
        digits=digits,
        period_seconds=period_seconds,
        window=window,
        recovery_codes=recovery_codes,
        max_attempts=max_attempts,
    ).to_dict()
    return Request(
        "PUT",
        "/api/v1/auth/totp-config",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> TotpConfig:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = TotpConfig.from_dict(data)

    return response_200
