from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.registered_application_type import (
    RegisteredApplicationType,
)
from ..models.registered_auth_method import RegisteredAuthMethod
from ..types import UNSET, Unset

T = TypeVar("T", bound="InitialAccessTokenInput")


@_attrs_define
class InitialAccessTokenInput:
    """An initial access token to create

    Example:
        {'name': 'Editors of the team', 'maxUses': 20, 'applicationTypes': ['native']}

    Attributes:
        name (str):
        max_uses (int | Unset): How many clients it may register
        application_types (list[RegisteredApplicationType | str] | Unset): The types that a client may have
        auth_methods (list[RegisteredAuthMethod | str] | Unset): The methods that a client may authenticate with. A
            client that names none gets `client_secret_basic`, or `none` without it
        redirect_hosts (list[str] | None | Unset): The hosts to which clients may send users by https. A host may begin
            with `*.`, which stands for all names below it. null means every host Example: ['app.example.com'].
        scopes (list[str] | None | Unset): The scopes that a client may ask for, among `openid`, `profile`, `email` and
            `offline_access`; null means all of these
        access_token_ttl (int | Unset): How long access tokens of the clients are good, in seconds
        refresh_token_ttl (int | Unset): How long refresh tokens of the clients are good, in seconds
        expires_at (datetime.datetime | Unset): When it expires, at most 365 days ahead; 30 days ahead when absent
    """

    name: str
    max_uses: int | Unset = UNSET
    application_types: list[RegisteredApplicationType | str] | Unset = UNSET
    auth_methods: list[RegisteredAuthMethod | str] | Unset = UNSET
    redirect_hosts: list[str] | None | Unset = UNSET
    scopes: list[str] | None | Unset = UNSET
    access_token_ttl: int | Unset = UNSET
    refresh_token_ttl: int | Unset = UNSET
    expires_at: datetime.datetime | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        max_uses = self.max_uses

        application_types: list[str] | Unset = UNSET
        if not isinstance(self.application_types, Unset):
            application_types = []
            for application_types_item_data in self.application_types:
                application_types_item: str
                application_types_item = application_types_item_data
                application_types.append(application_types_item)

        auth_methods: list[str] | Unset = UNSET
        if not isinstance(self.auth_methods, Unset):
            auth_methods = []
            for auth_methods_item_data in self.auth_methods:
                auth_methods_item: str
                auth_methods_item = auth_methods_item_data
                auth_methods.append(auth_methods_item)

        redirect_hosts: list[str] | None | Unset
        if isinstance(self.redirect_hosts, Unset):
            redirect_hosts = UNSET
        elif isinstance(self.redirect_hosts, list):
            redirect_hosts = self.redirect_hosts

        else:
            redirect_hosts = self.redirect_hosts

        scopes: list[str] | None | Unset
        if isinstance(self.scopes, Unset):
            scopes = UNSET
        elif isinstance(self.scopes, list):
            scopes = self.scopes

        else:
            scopes = self.scopes

        access_token_ttl = self.access_token_ttl

        refresh_token_ttl = self.refresh_token_ttl

        expires_at: str | Unset = UNSET
        if not isinstance(self.expires_at, Unset):
            expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )
        if max_uses is not UNSET:
            field_dict["maxUses"] = max_uses
        if application_types is not UNSET:
            field_dict["applicationTypes"] = application_types
        if auth_methods is not UNSET:
            field_dict["authMethods"] = auth_methods
        if redirect_hosts is not UNSET:
            field_dict["redirectHosts"] = redirect_hosts
        if scopes is not UNSET:
            field_dict["scopes"] = scopes
        if access_token_ttl is not UNSET:
            field_dict["accessTokenTtl"] = access_token_ttl
        if refresh_token_ttl is not UNSET:
            field_dict["refreshTokenTtl"] = refresh_token_ttl
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        max_uses = d.pop("maxUses", UNSET)

        _application_types = d.pop("applicationTypes", UNSET)
        application_types: list[RegisteredApplicationType | str] | Unset = UNSET
        if _application_types is not UNSET:
            application_types = []
            for application_types_item_data in _application_types:

                def _parse_application_types_item(data: object) -> RegisteredApplicationType | str:
                    return cast(RegisteredApplicationType | str, data)

                application_types_item = _parse_application_types_item(application_types_item_data)

                application_types.append(application_types_item)

        _auth_methods = d.pop("authMethods", UNSET)
        auth_methods: list[RegisteredAuthMethod | str] | Unset = UNSET
        if _auth_methods is not UNSET:
            auth_methods = []
            for auth_methods_item_data in _auth_methods:

                def _parse_auth_methods_item(data: object) -> RegisteredAuthMethod | str:
                    return cast(RegisteredAuthMethod | str, data)

                auth_methods_item = _parse_auth_methods_item(auth_methods_item_data)

                auth_methods.append(auth_methods_item)

        def _parse_redirect_hosts(data: object) -> list[str] | None | Unset:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_redirect_hosts_type_0 = cast(list[str], data)

                return componentsschemas_redirect_hosts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        redirect_hosts = _parse_redirect_hosts(d.pop("redirectHosts", UNSET))

        def _parse_scopes(data: object) -> list[str] | None | Unset:
            try:
                if not isinstance(data, list):
                    raise TypeError
                scopes_type_0 = cast(list[str], data)

                return scopes_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        scopes = _parse_scopes(d.pop("scopes", UNSET))

        access_token_ttl = d.pop("accessTokenTtl", UNSET)

        refresh_token_ttl = d.pop("refreshTokenTtl", UNSET)

        _expires_at = d.pop("expiresAt", UNSET)
        expires_at: datetime.datetime | Unset
        if isinstance(_expires_at, Unset):
            expires_at = UNSET
        else:
            expires_at = datetime.datetime.fromisoformat(_expires_at.replace("Z", "+00:00"))

        initial_access_token_input = cls(
            name=name,
            max_uses=max_uses,
            application_types=application_types,
            auth_methods=auth_methods,
            redirect_hosts=redirect_hosts,
            scopes=scopes,
            access_token_ttl=access_token_ttl,
            refresh_token_ttl=refresh_token_ttl,
            expires_at=expires_at,
        )

        return initial_access_token_input
