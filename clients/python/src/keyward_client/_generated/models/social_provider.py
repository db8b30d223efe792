from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.account_linking import AccountLinking
from ..models.social_provider_kind import SocialProviderKind

T = TypeVar("T", bound="SocialProvider")


@_attrs_define
class SocialProvider:
    """A provider that people may sign in with

    Example:
        {'id': 'soc_01kahz5v3be4nr7q2m8x9c0d1e', 'provider': 'google', 'name': 'Google', 'clientId':
            '1234567890-example.apps.googleusercontent.com', 'clientSecretSet': True, 'issuer': None, 'scopes': ['openid',
            'profile', 'email'], 'enabled': True, 'allowSignUp': True, 'accountLinking': 'EXPLICIT', 'allowedDomains': [],
            'callbackUrl':
            'https://id.example.com/login/org_01kahz5v3be4nr7q2m8x9c0d1e/social/soc_01kahz5v3be4nr7q2m8x9c0d1e/callback',
            'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt': '2026-01-15T10:30:00.000Z', 'updatedBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        id (str):
        provider (SocialProviderKind | str): Whose accounts they are; `oidc` is any issuer of OpenID Connect
        name (str): What the button calls it Example: Google.
        client_id (str): Our client ID at the provider Example: 1234567890-example.apps.googleusercontent.com.
        client_secret_set (bool): Whether there is a client secret
        issuer (None | str): Null for that of the provider itself
        scopes (list[str]): The scopes that are requested from the provider; the default is the scopes that the kind of
            provider needs Example: ['openid', 'profile', 'email'].
        enabled (bool): Whether people can sign in with it
        allow_sign_up (bool): Whether an unconnected account of the provider creates a new user
        account_linking (AccountLinking | str): `EXPLICIT`: signed-in users may connect an account of the provider on
            the account page. `NONE`: users cannot connect accounts
        allowed_domains (list[str]): Only accounts whose verified email address has one of these domains; empty for
            every account. With an `issuer` of your own, an address counts only if a connection has verified its domain
            Example: ['example.com'].
        callback_url (str): To be registered with the provider
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
        updated_by (None | str): The ID of the key or user that changed it last
    """

    id: str
    provider: SocialProviderKind | str
    name: str
    client_id: str
    client_secret_set: bool
    issuer: None | str
    scopes: list[str]
    enabled: bool
    allow_sign_up: bool
    account_linking: AccountLinking | str
    allowed_domains: list[str]
    callback_url: str
    created_at: datetime.datetime
    updated_at: datetime.datetime
    updated_by: None | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        provider: str
        provider = self.provider

        name = self.name

        client_id = self.client_id

        client_secret_set = self.client_secret_set

        issuer: None | str
        issuer = self.issuer

        scopes = self.scopes

        enabled = self.enabled

        allow_sign_up = self.allow_sign_up

        account_linking: str
        account_linking = self.account_linking

        allowed_domains = self.allowed_domains

        callback_url = self.callback_url

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        updated_by: None | str
        updated_by = self.updated_by

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "provider": provider,
                "name": name,
                "clientId": client_id,
                "clientSecretSet": client_secret_set,
                "issuer": issuer,
                "scopes": scopes,
                "enabled": enabled,
                "allowSignUp": allow_sign_up,
                "accountLinking": account_linking,
                "allowedDomains": allowed_domains,
                "callbackUrl": callback_url,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        def _parse_provider(data: object) -> SocialProviderKind | str:
            return cast(SocialProviderKind | str, data)

        provider = _parse_provider(d.pop("provider"))

        name = d.pop("name")

        client_id = d.pop("clientId")

        client_secret_set = d.pop("clientSecretSet")

        def _parse_issuer(data: object) -> None | str:
            return cast(None | str, data)

        issuer = _parse_issuer(d.pop("issuer"))

        scopes = cast(list[str], d.pop("scopes"))

        enabled = d.pop("enabled")

        allow_sign_up = d.pop("allowSignUp")

        def _parse_account_linking(data: object) -> AccountLinking | str:
            return cast(AccountLinking | str, data)

        account_linking = _parse_account_linking(d.pop("accountLinking"))

        allowed_domains = cast(list[str], d.pop("allowedDomains"))

        callback_url = d.pop("callbackUrl")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_updated_by(data: object) -> None | str:
            return cast(None | str, data)

        updated_by = _parse_updated_by(d.pop("updatedBy"))

        social_provider = cls(
            id=id,
            provider=provider,
            name=name,
            client_id=client_id,
            client_secret_set=client_secret_set,
            issuer=issuer,
            scopes=scopes,
            enabled=enabled,
            allow_sign_up=allow_sign_up,
            account_linking=account_linking,
            allowed_domains=allowed_domains,
            callback_url=callback_url,
            created_at=created_at,
            updated_at=updated_at,
            updated_by=updated_by,
        )

        return social_provider
