from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.client_registration_mode import ClientRegistrationMode
from ..types import UNSET, Unset

T = TypeVar("T", bound="ClientRegistrationChange")


@_attrs_define
class ClientRegistrationChange:
    """What to change; fields that are left out keep their values

    Example:
        {'mode': 'INITIAL_ACCESS_TOKEN'}

    Attributes:
        mode (ClientRegistrationMode | str | Unset): Who may register clients. `OFF`: no program may.
            `INITIAL_ACCESS_TOKEN` is each program with a token that an administrator made. `OPEN` is every program that
            reaches the service, for public clients only
        loopback_redirects (bool | Unset): Whether a client may send users to a program on their own device: to a
            loopback address, or by a scheme such as `com.example.app`. Command lines and editors need it
        allowed_redirect_hosts (list[str] | None | Unset): The hosts to which clients may send users by https. A host
            may begin with `*.`, which stands for all names below it. null means every host Example: ['app.example.com'].
    """

    mode: ClientRegistrationMode | str | Unset = UNSET
    loopback_redirects: bool | Unset = UNSET
    allowed_redirect_hosts: list[str] | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        mode: str | Unset
        if isinstance(self.mode, Unset):
            mode = UNSET
        else:
            mode = self.mode

        loopback_redirects = self.loopback_redirects

        allowed_redirect_hosts: list[str] | None | Unset
        if isinstance(self.allowed_redirect_hosts, Unset):
            allowed_redirect_hosts = UNSET
        elif isinstance(self.allowed_redirect_hosts, list):
            allowed_redirect_hosts = self.allowed_redirect_hosts

        else:
            allowed_redirect_hosts = self.allowed_redirect_hosts

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if mode is not UNSET:
            field_dict["mode"] = mode
        if loopback_redirects is not UNSET:
            field_dict["loopbackRedirects"] = loopback_redirects
        if allowed_redirect_hosts is not UNSET:
            field_dict["allowedRedirectHosts"] = allowed_redirect_hosts

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_mode(data: object) -> ClientRegistrationMode | str | Unset:
            return cast(ClientRegistrationMode | str | Unset, data)

        mode = _parse_mode(d.pop("mode", UNSET))

        loopback_redirects = d.pop("loopbackRedirects", UNSET)

        def _parse_allowed_redirect_hosts(data: object) -> list[str] | None | Unset:
            try:
                if not isinstance(data, list):
                    raise TypeError
                componentsschemas_redirect_hosts_type_0 = cast(list[str], data)

                return componentsschemas_redirect_hosts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        allowed_redirect_hosts = _parse_allowed_redirect_hosts(d.pop("allowedRedirectHosts", UNSET))

        client_registration_change = cls(
            mode=mode,
            loopback_redirects=loopback_redirects,
            allowed_redirect_hosts=allowed_redirect_hosts,
        )

        return client_registration_change
