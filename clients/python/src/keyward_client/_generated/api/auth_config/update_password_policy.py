import builtins
from typing import Any

from keyward_client._request import (
    Request,
    json_content,
)

from ...models.password_policy import PasswordPolicy
from ...models.password_policy_change import PasswordPolicyChange
from ...types import UNSET, Unset


def request(
    *,
    min_length: int | Unset = UNSET,
    max_length: int | Unset = UNSET,
    require_uppercase: bool | Unset = UNSET,
    require_lowercase: bool | Unset = UNSET,
    require_number: bool | Unset = UNSET,
    require_symbol: bool | Unset = UNSET,
    min_character_types: int | Unset = UNSET,
    disallow_common: bool | Unset = UNSET,
    disallow_user_info: bool | Unset = UNSET,
    disallow_repetition: bool | Unset = UNSET,
    custom_blocked_words: builtins.list[str] | Unset = UNSET,
    disallow_breached: bool | Unset = UNSET,
    history_count: int | Unset = UNSET,
    max_age_days: int | None | Unset = UNSET,
    lockout_threshold: int | Unset = UNSET,
    lockout_window_seconds: int | Unset = UNSET,
    lockout_duration_seconds: int | Unset = UNSET,
    reset_token_ttl_seconds: int | Unset = UNSET,
    if_match: str | Unset = UNSET,
) -> Request:
    headers: dict[str, Any] = {}
    if not isinstance(if_match, Unset):
        headers["If-Match"] = if_match

    _body = PasswordPolicyChange(
        min_length=min_length,
        max_length=max_length,
        require_uppercase=require_uppercase,
        require_lowercase=require_lowercase,
        require_number=require_number,
        require_symbol=require_symbol,
        min_character_types=min_character_types,
        disallow_common=disallow_common,
        disallow_user_info=disallow_user_info,
        disallow_repetition=disallow_repetition,
        custom_blocked_words=custom_blocked_words,
        disallow_breached=disallow_breached,
        history_count=history_count,
        max_age_days=max_age_days,
        lockout_threshold=lockout_threshold,
        lockout_window_seconds=lockout_window_seconds,
        lockout_duration_seconds=lockout_duration_seconds,
        reset_token_ttl_seconds=reset_token_ttl_seconds,
    ).to_dict()
    return Request(
        "PUT",
        "/api/v1/auth/password-policy",
        accept="application/json",
        headers=headers,
        content_type="application/json",
        content=json_content(_body, optional=False),
    )


def answer(data: Any) -> PasswordPolicy:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = PasswordPolicy.from_dict(data)

    return response_200
