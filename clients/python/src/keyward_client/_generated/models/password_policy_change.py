from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="PasswordPolicyChange")


@_attrs_define
class PasswordPolicyChange:
    """What to change; fields that are left out keep their values

    Example:
        {'minLength': 14, 'customBlockedWords': ['keyward', 'lighthouse']}

    Attributes:
        min_length (int | Unset): The fewest characters
        max_length (int | Unset): The most characters; at least `minLength`
        require_uppercase (bool | Unset): Whether one character must be an uppercase letter
        require_lowercase (bool | Unset): Whether one character must be a lowercase letter
        require_number (bool | Unset): Whether one character must be a digit
        require_symbol (bool | Unset): Whether one character must be neither a letter nor a digit
        min_character_types (int | Unset): How many kinds it must mix, of uppercase, lowercase, digits and others
        disallow_common (bool | Unset): Whether passwords that many people use are refused
        disallow_user_info (bool | Unset): Whether the user's names and address are refused in it
        disallow_repetition (bool | Unset): Whether four of the same character in a row are refused, and a piece that
            only repeats
        custom_blocked_words (list[str] | Unset): What no password may contain, in any case; each at least three
            characters long Example: ['keyward', 'lighthouse'].
        disallow_breached (bool | Unset): Whether passwords of known breaches are refused; the service must have the
            list of them
        history_count (int | Unset): How many of the latest passwords may not be chosen again
        max_age_days (int | None | Unset): After so many days it must be changed at the next sign-in; null for never
        lockout_threshold (int | Unset): So many failures within the window lock a user out
        lockout_window_seconds (int | Unset): For how long a failure counts
        lockout_duration_seconds (int | Unset): For how long a user is locked out; not longer than the window
        reset_token_ttl_seconds (int | Unset): For how long a link to choose a new password works
    """

    min_length: int | Unset = UNSET
    max_length: int | Unset = UNSET
    require_uppercase: bool | Unset = UNSET
    require_lowercase: bool | Unset = UNSET
    require_number: bool | Unset = UNSET
    require_symbol: bool | Unset = UNSET
    min_character_types: int | Unset = UNSET
    disallow_common: bool | Unset = UNSET
    disallow_user_info: bool | Unset = UNSET
    disallow_repetition: bool | Unset = UNSET
    custom_blocked_words: list[str] | Unset = UNSET
    disallow_breached: bool | Unset = UNSET
    history_count: int | Unset = UNSET
    max_age_days: int | None | Unset = UNSET
    lockout_threshold: int | Unset = UNSET
    lockout_window_seconds: int | Unset = UNSET
    lockout_duration_seconds: int | Unset = UNSET
    reset_token_ttl_seconds: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        min_length = self.min_length

        max_length = self.max_length

        require_uppercase = self.require_uppercase

        require_lowercase = self.require_lowercase

        require_number = self.require_number

        require_symbol = self.require_symbol

        min_character_types = self.min_character_types

        disallow_common = self.disallow_common

        disallow_user_info = self.disallow_user_info

        disallow_repetition = self.disallow_repetition

        custom_blocked_words: list[str] | Unset = UNSET
        if not isinstance(self.custom_blocked_words, Unset):
            custom_blocked_words = self.custom_blocked_words

        disallow_breached = self.disallow_breached

        history_count = self.history_count

        max_age_days: int | None | Unset
        if isinstance(self.max_age_days, Unset):
            max_age_days = UNSET
        else:
            max_age_days = self.max_age_days

        lockout_threshold = self.lockout_threshold

        lockout_window_seconds = self.lockout_window_seconds

        lockout_duration_seconds = self.lockout_duration_seconds

        reset_token_ttl_seconds = self.reset_token_ttl_seconds

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if min_length is not UNSET:
            field_dict["minLength"] = min_length
        if max_length is not UNSET:
            field_dict["maxLength"] = max_length
        if require_uppercase is not UNSET:
            field_dict["requireUppercase"] = require_uppercase
        if require_lowercase is not UNSET:
            field_dict["requireLowercase"] = require_lowercase
        if require_number is not UNSET:
            field_dict["requireNumber"] = require_number
        if require_symbol is not UNSET:
            field_dict["requireSymbol"] = require_symbol
        if min_character_types is not UNSET:
            field_dict["minCharacterTypes"] = min_character_types
        if disallow_common is not UNSET:
            field_dict["disallowCommon"] = disallow_common
        if disallow_user_info is not UNSET:
            field_dict["disallowUserInfo"] = disallow_user_info
        if disallow_repetition is not UNSET:
            field_dict["disallowRepetition"] = disallow_repetition
        if custom_blocked_words is not UNSET:
            field_dict["customBlockedWords"] = custom_blocked_words
        if disallow_breached is not UNSET:
            field_dict["disallowBreached"] = disallow_breached
        if history_count is not UNSET:
            field_dict["historyCount"] = history_count
        if max_age_days is not UNSET:
            field_dict["maxAgeDays"] = max_age_days
        if lockout_threshold is not UNSET:
            field_dict["lockoutThreshold"] = lockout_threshold
        if lockout_window_seconds is not UNSET:
            field_dict["lockoutWindowSeconds"] = lockout_window_seconds
        if lockout_duration_seconds is not UNSET:
            field_dict["lockoutDurationSeconds"] = lockout_duration_seconds
        if reset_token_ttl_seconds is not UNSET:
            field_dict["resetTokenTtlSeconds"] = reset_token_ttl_seconds

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        min_length = d.pop("minLength", UNSET)

        max_length = d.pop("maxLength", UNSET)

        require_uppercase = d.pop("requireUppercase", UNSET)

        require_lowercase = d.pop("requireLowercase", UNSET)

        require_number = d.pop("requireNumber", UNSET)

        require_symbol = d.pop("requireSymbol", UNSET)

        min_character_types = d.pop("minCharacterTypes", UNSET)

        disallow_common = d.pop("disallowCommon", UNSET)

        disallow_user_info = d.pop("disallowUserInfo", UNSET)

        disallow_repetition = d.pop("disallowRepetition", UNSET)

        custom_blocked_words = cast(list[str], d.pop("customBlockedWords", UNSET))

        disallow_breached = d.pop("disallowBreached", UNSET)

        history_count = d.pop("historyCount", UNSET)

        def _parse_max_age_days(data: object) -> int | None | Unset:
            return cast(int | None | Unset, data)

        max_age_days = _parse_max_age_days(d.pop("maxAgeDays", UNSET))

        lockout_threshold = d.pop("lockoutThreshold", UNSET)

        lockout_window_seconds = d.pop("lockoutWindowSeconds", UNSET)

        lockout_duration_seconds = d.pop("lockoutDurationSeconds", UNSET)

        reset_token_ttl_seconds = d.pop("resetTokenTtlSeconds", UNSET)

        password_policy_change = cls(
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
        )

        return password_policy_change
