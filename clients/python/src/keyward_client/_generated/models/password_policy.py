from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="PasswordPolicy")


@_attrs_define
class PasswordPolicy:
    """The rules for passwords, and the limits for failed attempts

    Example:
        {'minLength': 12, 'maxLength': 128, 'requireUppercase': False, 'requireLowercase': False, 'requireNumber':
            False, 'requireSymbol': False, 'minCharacterTypes': 1, 'disallowCommon': True, 'disallowUserInfo': True,
            'disallowRepetition': True, 'customBlockedWords': ['keyward', 'lighthouse'], 'disallowBreached': False,
            'historyCount': 5, 'maxAgeDays': None, 'lockoutThreshold': 10, 'lockoutWindowSeconds': 3600,
            'lockoutDurationSeconds': 900, 'resetTokenTtlSeconds': 3600, 'updatedAt': '2026-01-15T10:30:00.000Z',
            'updatedBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        min_length (int): The fewest characters
        max_length (int): The most characters; at least `minLength`
        require_uppercase (bool): Whether one character must be an uppercase letter
        require_lowercase (bool): Whether one character must be a lowercase letter
        require_number (bool): Whether one character must be a digit
        require_symbol (bool): Whether one character must be neither a letter nor a digit
        min_character_types (int): How many kinds it must mix, of uppercase, lowercase, digits and others
        disallow_common (bool): Whether passwords that many people use are refused
        disallow_user_info (bool): Whether the user's names and address are refused in it
        disallow_repetition (bool): Whether four of the same character in a row are refused, and a piece that only
            repeats
        custom_blocked_words (list[str]): What no password may contain, in any case; each at least three characters long
            Example: ['keyward', 'lighthouse'].
        disallow_breached (bool): Whether passwords of known breaches are refused; the service must have the list of
            them
        history_count (int): How many of the latest passwords may not be chosen again
        max_age_days (int | None): After so many days it must be changed at the next sign-in; null for never
        lockout_threshold (int): So many failures within the window lock a user out
        lockout_window_seconds (int): For how long a failure counts
        lockout_duration_seconds (int): For how long a user is locked out; not longer than the window
        reset_token_ttl_seconds (int): For how long a link to choose a new password works
        updated_at (datetime.datetime | None): When it was changed; null if never
        updated_by (None | str): The ID of the key or user that changed it
    """

    min_length: int
    max_length: int
    require_uppercase: bool
    require_lowercase: bool
    require_number: bool
    require_symbol: bool
    min_character_types: int
    disallow_common: bool
    disallow_user_info: bool
    disallow_repetition: bool
    custom_blocked_words: list[str]
    disallow_breached: bool
    history_count: int
    max_age_days: int | None
    lockout_threshold: int
    lockout_window_seconds: int
    lockout_duration_seconds: int
    reset_token_ttl_seconds: int
    updated_at: datetime.datetime | None
    updated_by: None | str

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

        custom_blocked_words = self.custom_blocked_words

        disallow_breached = self.disallow_breached

        history_count = self.history_count

        max_age_days: int | None
        max_age_days = self.max_age_days

        lockout_threshold = self.lockout_threshold

        lockout_window_seconds = self.lockout_window_seconds

        lockout_duration_seconds = self.lockout_duration_seconds

        reset_token_ttl_seconds = self.reset_token_ttl_seconds

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
                "minLength": min_length,
                "maxLength": max_length,
                "requireUppercase": require_uppercase,
                "requireLowercase": require_lowercase,
                "requireNumber": require_number,
                "requireSymbol": require_symbol,
                "minCharacterTypes": min_character_types,
                "disallowCommon": disallow_common,
                "disallowUserInfo": disallow_user_info,
                "disallowRepetition": disallow_repetition,
                "customBlockedWords": custom_blocked_words,
                "disallowBreached": disallow_breached,
                "historyCount": history_count,
                "maxAgeDays": max_age_days,
                "lockoutThreshold": lockout_threshold,
                "lockoutWindowSeconds": lockout_window_seconds,
                "lockoutDurationSeconds": lockout_duration_seconds,
                "resetTokenTtlSeconds": reset_token_ttl_seconds,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        min_length = d.pop("minLength")

        max_length = d.pop("maxLength")

        require_uppercase = d.pop("requireUppercase")

        require_lowercase = d.pop("requireLowercase")

        require_number = d.pop("requireNumber")

        require_symbol = d.pop("requireSymbol")

        min_character_types = d.pop("minCharacterTypes")

        disallow_common = d.pop("disallowCommon")

        disallow_user_info = d.pop("disallowUserInfo")

        disallow_repetition = d.pop("disallowRepetition")

        custom_blocked_words = cast(list[str], d.pop("customBlockedWords"))

        disallow_breached = d.pop("disallowBreached")

        history_count = d.pop("historyCount")

        def _parse_max_age_days(data: object) -> int | None:
            return cast(int | None, data)

        max_age_days = _parse_max_age_days(d.pop("maxAgeDays"))

        lockout_threshold = d.pop("lockoutThreshold")

        lockout_window_seconds = d.pop("lockoutWindowSeconds")

        lockout_duration_seconds = d.pop("lockoutDurationSeconds")

        reset_token_ttl_seconds = d.pop("resetTokenTtlSeconds")

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

        password_policy = cls(
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
            updated_at=updated_at,
            updated_by=updated_by,
        )

        return password_policy
