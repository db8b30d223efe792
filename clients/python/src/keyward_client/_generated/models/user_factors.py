from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.connected_account import ConnectedAccount
    from ..models.factor_passkeys import FactorPasskeys
    from ..models.factor_totp_type_0 import FactorTotpType0


T = TypeVar("T", bound="UserFactors")


@_attrs_define
class UserFactors:
    """What a user signs in with

    Example:
        {'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'hasPassword': True, 'passwordChangedAt':
            '2026-01-15T10:30:00.000Z', 'totp': {'createdAt': '2026-01-15T10:30:00.000Z', 'lastUsedAt':
            '2026-02-01T08:00:00.000Z', 'recoveryCodesLeft': 9}, 'passkeys': {'count': 2, 'lastUsedAt':
            '2026-02-01T08:00:00.000Z'}, 'accessPassExpiresAt': None, 'accounts': [{'type': 'SOCIAL', 'providerId':
            'soc_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Google', 'createdAt': '2026-01-15T10:30:00.000Z', 'lastUsedAt':
            '2026-02-01T08:00:00.000Z'}], 'lockedUntil': None}

    Attributes:
        user_id (str):
        has_password (bool):
        password_changed_at (datetime.datetime | None):
        totp (FactorTotpType0 | None): The authenticator app of a user; null if there is none Example: {'createdAt':
            '2026-01-15T10:30:00.000Z', 'lastUsedAt': '2026-02-01T08:00:00.000Z', 'recoveryCodesLeft': 9}.
        passkeys (FactorPasskeys): How many passkeys a user has Example: {'count': 2, 'lastUsedAt':
            '2026-02-01T08:00:00.000Z'}.
        access_pass_expires_at (datetime.datetime | None): When the unused access pass of the user ends; null if there
            is none
        accounts (list[ConnectedAccount]): The first hundred accounts at other providers, the oldest first
        locked_until (datetime.datetime | None): Until then, the password of the user is refused after too many
            failures. Browsers that the user has signed in with before are not affected. Null if the name is not locked
    """

    user_id: str
    has_password: bool
    password_changed_at: datetime.datetime | None
    totp: FactorTotpType0 | None
    passkeys: FactorPasskeys
    access_pass_expires_at: datetime.datetime | None
    accounts: list[ConnectedAccount]
    locked_until: datetime.datetime | None

    def to_dict(self) -> dict[str, Any]:
        from ..models.factor_totp_type_0 import FactorTotpType0  # noqa: PLC0415

        user_id = self.user_id

        has_password = self.has_password

        password_changed_at: None | str
        if isinstance(self.password_changed_at, datetime.datetime):
            password_changed_at = self.password_changed_at.isoformat()
        else:
            password_changed_at = self.password_changed_at

        totp: dict[str, Any] | None
        if isinstance(self.totp, FactorTotpType0):
            totp = self.totp.to_dict()

        else:
            totp = self.totp

        passkeys = self.passkeys.to_dict()

        access_pass_expires_at: None | str
        if isinstance(self.access_pass_expires_at, datetime.datetime):
            access_pass_expires_at = self.access_pass_expires_at.isoformat()
        else:
            access_pass_expires_at = self.access_pass_expires_at

        accounts = []
        for accounts_item_data in self.accounts:
            accounts_item = accounts_item_data.to_dict()

            accounts.append(accounts_item)

        locked_until: None | str
        if isinstance(self.locked_until, datetime.datetime):
            locked_until = self.locked_until.isoformat()
        else:
            locked_until = self.locked_until

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "userId": user_id,
                "hasPassword": has_password,
                "passwordChangedAt": password_changed_at,
                "totp": totp,
                "passkeys": passkeys,
                "accessPassExpiresAt": access_pass_expires_at,
                "accounts": accounts,
                "lockedUntil": locked_until,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.connected_account import ConnectedAccount  # noqa: PLC0415
        from ..models.factor_passkeys import FactorPasskeys  # noqa: PLC0415
        from ..models.factor_totp_type_0 import FactorTotpType0  # noqa: PLC0415

        d = dict(src_dict)
        user_id = d.pop("userId")

        has_password = d.pop("hasPassword")

        def _parse_password_changed_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                password_changed_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return password_changed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        password_changed_at = _parse_password_changed_at(d.pop("passwordChangedAt"))

        def _parse_totp(data: object) -> FactorTotpType0 | None:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                componentsschemas_factor_totp_type_0 = FactorTotpType0.from_dict(data)

                return componentsschemas_factor_totp_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FactorTotpType0 | None, data)

        totp = _parse_totp(d.pop("totp"))

        passkeys = FactorPasskeys.from_dict(d.pop("passkeys"))

        def _parse_access_pass_expires_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                access_pass_expires_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return access_pass_expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        access_pass_expires_at = _parse_access_pass_expires_at(d.pop("accessPassExpiresAt"))

        accounts = []
        _accounts = d.pop("accounts")
        for accounts_item_data in _accounts:
            accounts_item = ConnectedAccount.from_dict(accounts_item_data)

            accounts.append(accounts_item)

        def _parse_locked_until(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                locked_until_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return locked_until_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        locked_until = _parse_locked_until(d.pop("lockedUntil"))

        user_factors = cls(
            user_id=user_id,
            has_password=has_password,
            password_changed_at=password_changed_at,
            totp=totp,
            passkeys=passkeys,
            access_pass_expires_at=access_pass_expires_at,
            accounts=accounts,
            locked_until=locked_until,
        )

        return user_factors
