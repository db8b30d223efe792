from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.client_registration_mode import ClientRegistrationMode

T = TypeVar("T", bound="ClientRegistration")


@_attrs_define
class ClientRegistration:
    """Who may register clients by themselves (RFC 7591), and where such clients may send users

    Example:
        {'mode': 'INITIAL_ACCESS_TOKEN', 'loopbackRedirects': True, 'allowedRedirectHosts': ['app.example.com'],
            'updatedAt': '2026-01-15T10:30:00.000Z', 'updatedBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        mode (ClientRegistrationMode | str): Who may register clients. `OFF`: no program may. `INITIAL_ACCESS_TOKEN` is
            each program with a token that an administrator made. `OPEN` is every program that reaches the service, for
            public clients only
        loopback_redirects (bool): Whether a client may send users to a program on their own device: to a loopback
            address, or by a scheme such as `com.example.app`. Command lines and editors need it
        allowed_redirect_hosts (list[str] | None): The hosts to which clients may send users by https. A host may begin
            with `*.`, which stands for all names below it. null means every host Example: ['app.example.com'].
        updated_at (datetime.datetime | None): When it was changed; null if never
        updated_by (None | str): The ID of the key or user that changed it
    """

    mode: ClientRegistrationMode | str
    loopback_redirects: bool
    allowed_redirect_hosts: list[str] | None
    updated_at: datetime.datetime | None
    updated_by: None | str

    def to_dict(self) -> dict[str, Any]:
        mode: str
        mode = self.mode

        loopback_redirects = self.loopback_redirects

        allowed_redirect_hosts: list[str] | None
        if isinstance(self.allowed_redirect_hosts, list):
            allowed_redirect_hosts = self.allowed_redirect_hosts

        else:
            allowed_redirect_hosts = self.allowed_redirect_hosts

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
                "mode": mode,
                "loopbackRedirects": loopback_redirects,
                "allowedRedirectHosts": allowed_redirect_hosts,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_mode(data: object) -> ClientRegistrationMode | str:
            return cast(ClientRegistrationMode | str, data)

        mode = _parse_mode(d.pop("mode"))

        loopback_redirects = d.pop("loopbackRedirects")

        def _parse_allowed_redirect_hosts(data: object) -> list[str] | None:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_redirect_hosts_type_0 = cast(list[str], data)

                return componentsschemas_redirect_hosts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        allowed_redirect_hosts = _parse_allowed_redirect_hosts(d.pop("allowedRedirectHosts"))

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

        client_registration = cls(
            mode=mode,
            loopback_redirects=loopback_redirects,
            allowed_redirect_hosts=allowed_redirect_hosts,
            updated_at=updated_at,
            updated_by=updated_by,
        )

        return client_registration
