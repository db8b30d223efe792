from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.account_linking import AccountLinking
from ..models.social_provider_kind import SocialProviderKind
from ..types import UNSET, Unset

T = TypeVar("T", bound="SocialProviderInput")


@_attrs_define
class SocialProviderInput:
    """A provider to sign in with. `clientSecret` is required unless `provider` is `oidc` or `gitlab`, `issuer` if it is
    `oidc`

        Example:
            {'provider': 'google', 'name': 'Google', 'clientId': '1234567890-example.apps.googleusercontent.com',
                'clientSecret': 'a secret of the provider'}

        Attributes:
            provider (SocialProviderKind | str): Whose accounts they are; `oidc` is any issuer of OpenID Connect
            name (str): What the button calls it Example: Google.
            client_id (str): Our client ID at the provider Example: 1234567890-example.apps.googleusercontent.com.
            client_secret (str | Unset): What the provider gave with the client ID; kept encrypted and never shown Example:
                a secret of the provider.
            issuer (str | Unset): The issuer, an https URL; for `github`, `gitlab` and `microsoft` a server or tenant of
                your own Example: https://id.example.com.
            scopes (list[str] | Unset): The scopes that are requested from the provider; the default is the scopes that the
                kind of provider needs Example: ['openid', 'profile', 'email'].
            enabled (bool | Unset): Whether people can sign in with it
            allow_sign_up (bool | Unset): Whether an unconnected account of the provider creates a new user
            account_linking (AccountLinking | str | Unset): `EXPLICIT`: signed-in users may connect an account of the
                provider on the account page. `NONE`: users cannot connect accounts
            allowed_domains (list[str] | Unset): Only accounts whose verified email address has one of these domains; empty
                for every account. With an `issuer` of your own, an address counts only if a connection has verified its domain
                Example: ['example.com'].
    """

    provider: SocialProviderKind | str
    name: str
    client_id: str
    client_secret: str | Unset = UNSET
    issuer: str | Unset = UNSET
    scopes: list[str] | Unset = UNSET
    enabled: bool | Unset = UNSET
    allow_sign_up: bool | Unset = UNSET
    account_linking: AccountLinking | str | Unset = UNSET
    allowed_domains: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        provider: str
        provider = self.provider

        name = self.name

        client_id = self.client_id

        client_secret = self.client_secret

        issuer = self.issuer

        scopes: list[str] | Unset = UNSET
        if not isinstance(self.scopes, Unset):
            scopes = self.scopes

        enabled = self.enabled

        allow_sign_up = self.allow_sign_up

        account_linking: str | Unset
        if isinstance(self.account_linking, Unset):
            account_linking = UNSET
        else:
            account_linking = self.account_linking

        allowed_domains: list[str] | Unset = UNSET
        if not isinstance(self.allowed_domains, Unset):
            allowed_domains = self.allowed_domains

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "provider": provider,
                "name": name,
                "clientId": client_id,
            }
        )
        if client_secret is not UNSET:
            field_dict["clientSecret"] = client_secret
        if issuer is not UNSET:
            field_dict["issuer"] = issuer
        if scopes is not UNSET:
            field_dict["scopes"] = scopes
        if enabled is not UNSET:
            field_dict["enabled"] = enabled
        if allow_sign_up is not UNSET:
            field_dict["allowSignUp"] = allow_sign_up
        if account_linking is not UNSET:
            field_dict["accountLinking"] = account_linking
        if allowed_domains is not UNSET:
            field_dict["allowedDomains"] = allowed_domains

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_provider(data: object) -> SocialProviderKind | str:
            return cast(SocialProviderKind | str, data)

        provider = _parse_provider(d.pop("provider"))

        name = d.pop("name")

        client_id = d.pop("clientId")

        client_secret = d.pop("clientSecret", UNSET)

        issuer = d.pop("issuer", UNSET)

        scopes = cast(list[str], d.pop("scopes", UNSET))

        enabled = d.pop("enabled", UNSET)

        allow_sign_up = d.pop("allowSignUp", UNSET)

        def _parse_account_linking(data: object) -> AccountLinking | str | Unset:
            return cast(AccountLinking | str | Unset, data)

        account_linking = _parse_account_linking(d.pop("accountLinking", UNSET))

        allowed_domains = cast(list[str], d.pop("allowedDomains", UNSET))

        social_provider_input = cls(
            provider=provider,
            name=name,
            client_id=client_id,
            client_secret=client_secret,
            issuer=issuer,
            scopes=scopes,
            enabled=enabled,
            allow_sign_up=allow_sign_up,
            account_linking=account_linking,
            allowed_domains=allowed_domains,
        )

        return social_provider_input
