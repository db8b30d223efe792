from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.initial_access_token_status import (
    InitialAccessTokenStatus,
)
from ..models.registered_application_type import (
    RegisteredApplicationType,
)
from ..models.registered_auth_method import RegisteredAuthMethod

T = TypeVar("T", bound="InitialAccessTokenCore")


@_attrs_define
class InitialAccessTokenCore:
    """What every initial access token shows

    Example:
        {'id': 'iat_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Editors of the team', 'tokenPrefix': 'kd_initial_', 'last4':
            'tzVt', 'status': 'ACTIVE', 'maxUses': 20, 'uses': 3, 'applicationTypes': ['native'], 'authMethods': ['none'],
            'redirectHosts': None, 'scopes': None, 'accessTokenTtl': 300, 'refreshTokenTtl': 2592000, 'expiresAt':
            '2026-02-14T10:30:00.000Z', 'lastUsedAt': '2026-01-16T10:30:00.000Z', 'createdAt': '2026-01-15T10:30:00.000Z',
            'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1f'}

    Attributes:
        id (str):
        name (str):
        token_prefix (str): How the token starts
        last4 (str): How the token ends
        status (InitialAccessTokenStatus | str): `USED_UP` after `maxUses` registrations; `EXPIRED` past its
            `expiresAt`; `REVOKED` for good
        max_uses (int): How many clients it may register
        uses (int): How many clients it has registered
        application_types (list[RegisteredApplicationType | str]): The types that a client may have
        auth_methods (list[RegisteredAuthMethod | str]): The methods that a client may authenticate with. A client that
            names none gets `client_secret_basic`, or `none` without it
        redirect_hosts (list[str] | None): The hosts to which clients may send users by https. A host may begin with
            `*.`, which stands for all names below it. null means every host Example: ['app.example.com'].
        scopes (list[str] | None): The scopes that a client may ask for, among `openid`, `profile`, `email` and
            `offline_access`; null means all of these
        access_token_ttl (int): How long access tokens of the clients are good, in seconds
        refresh_token_ttl (int): How long refresh tokens of the clients are good, in seconds
        expires_at (datetime.datetime):
        last_used_at (datetime.datetime | None): When a client was registered last
        created_at (datetime.datetime):
        created_by (None | str): The ID of the key or user that created it
    """

    id: str
    name: str
    token_prefix: str
    last4: str
    status: InitialAccessTokenStatus | str
    max_uses: int
    uses: int
    application_types: list[RegisteredApplicationType | str]
    auth_methods: list[RegisteredAuthMethod | str]
    redirect_hosts: list[str] | None
    scopes: list[str] | None
    access_token_ttl: int
    refresh_token_ttl: int
    expires_at: datetime.datetime
    last_used_at: datetime.datetime | None
    created_at: datetime.datetime
    created_by: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        token_prefix = self.token_prefix

        last4 = self.last4

        status: str
        status = self.status

        max_uses = self.max_uses

        uses = self.uses

        application_types = []
        for application_types_item_data in self.application_types:
            application_types_item: str
            application_types_item = application_types_item_data
            application_types.append(application_types_item)

        auth_methods = []
        for auth_methods_item_data in self.auth_methods:
            auth_methods_item: str
            auth_methods_item = auth_methods_item_data
            auth_methods.append(auth_methods_item)

        redirect_hosts: list[str] | None
        if isinstance(self.redirect_hosts, list):
            redirect_hosts = self.redirect_hosts

        else:
            redirect_hosts = self.redirect_hosts

        scopes: list[str] | None
        if isinstance(self.scopes, list):
            scopes = self.scopes

        else:
            scopes = self.scopes

        access_token_ttl = self.access_token_ttl

        refresh_token_ttl = self.refresh_token_ttl

        expires_at = self.expires_at.isoformat()

        last_used_at: None | str
        if isinstance(self.last_used_at, datetime.datetime):
            last_used_at = self.last_used_at.isoformat()
        else:
            last_used_at = self.last_used_at

        created_at = self.created_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "tokenPrefix": token_prefix,
                "last4": last4,
                "status": status,
                "maxUses": max_uses,
                "uses": uses,
                "applicationTypes": application_types,
                "authMethods": auth_methods,
                "redirectHosts": redirect_hosts,
                "scopes": scopes,
                "accessTokenTtl": access_token_ttl,
                "refreshTokenTtl": refresh_token_ttl,
                "expiresAt": expires_at,
                "lastUsedAt": last_used_at,
                "createdAt": created_at,
                "createdBy": created_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        token_prefix = d.pop("tokenPrefix")

        last4 = d.pop("last4")

        def _parse_status(data: object) -> InitialAccessTokenStatus | str:
            return cast(InitialAccessTokenStatus | str, data)

        status = _parse_status(d.pop("status"))

        max_uses = d.pop("maxUses")

        uses = d.pop("uses")

        application_types = []
        _application_types = d.pop("applicationTypes")
        for application_types_item_data in _application_types:

            def _parse_application_types_item(data: object) -> RegisteredApplicationType | str:
                return cast(RegisteredApplicationType | str, data)

            application_types_item = _parse_application_types_item(application_types_item_data)

            application_types.append(application_types_item)

        auth_methods = []
        _auth_methods = d.pop("authMethods")
        for auth_methods_item_data in _auth_methods:

            def _parse_auth_methods_item(data: object) -> RegisteredAuthMethod | str:
                return cast(RegisteredAuthMethod | str, data)

            auth_methods_item = _parse_auth_methods_item(auth_methods_item_data)

            auth_methods.append(auth_methods_item)

        def _parse_redirect_hosts(data: object) -> list[str] | None:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_redirect_hosts_type_0 = cast(list[str], data)

                return componentsschemas_redirect_hosts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        redirect_hosts = _parse_redirect_hosts(d.pop("redirectHosts"))

        def _parse_scopes(data: object) -> list[str] | None:
            try:
                if not isinstance(data, list):
                    raise TypeError
                scopes_type_0 = cast(list[str], data)

                return scopes_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        scopes = _parse_scopes(d.pop("scopes"))

        access_token_ttl = d.pop("accessTokenTtl")

        refresh_token_ttl = d.pop("refreshTokenTtl")

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt").replace("Z", "+00:00"))

        def _parse_last_used_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_used_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return last_used_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_used_at = _parse_last_used_at(d.pop("lastUsedAt"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        initial_access_token_core = cls(
            id=id,
            name=name,
            token_prefix=token_prefix,
            last4=last4,
            status=status,
            max_uses=max_uses,
            uses=uses,
            application_types=application_types,
            auth_methods=auth_methods,
            redirect_hosts=redirect_hosts,
            scopes=scopes,
            access_token_ttl=access_token_ttl,
            refresh_token_ttl=refresh_token_ttl,
            expires_at=expires_at,
            last_used_at=last_used_at,
            created_at=created_at,
            created_by=created_by,
        )

        initial_access_token_core.additional_properties = d
        return initial_access_token_core

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
