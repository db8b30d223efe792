from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.oidc_document_mode import OidcDocumentMode
from ..types import UNSET, Unset

T = TypeVar("T", bound="OidcClientMetadataChange")


@_attrs_define
class OidcClientMetadataChange:
    """What to change; fields that are left out keep their values

    Example:
        {'mode': 'ALLOWED_HOSTS', 'allowedHosts': ['claude.ai', 'vscode.dev'], 'loopbackRedirects': True}

    Attributes:
        mode (OidcDocumentMode | str | Unset): `OFF`: no document is read. `ALLOWED_HOSTS`: those of the hosts in
            `allowedHosts`. `ANY_HOST`: those of all hosts but the blocked ones (`updateOidcBlockedHosts`), so any host on
            the internet can ask users to let an application in
        allowed_hosts (list[str] | Unset): Hosts in lowercase, with a port if it is not 443. `*.example.com` stands for
            every name below `example.com`, and not for `example.com`. Do not allow all names below a domain where anybody
            can publish Example: ['claude.ai', '*.example.com'].
        loopback_redirects (bool | Unset): Whether a document may have users sent to a program on their own computer, by
            an address such as `http://127.0.0.1/callback`. Programs such as Claude Code and VS Code need it. Users of such
            a program are asked each time
    """

    mode: OidcDocumentMode | str | Unset = UNSET
    allowed_hosts: list[str] | Unset = UNSET
    loopback_redirects: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        mode: str | Unset
        if isinstance(self.mode, Unset):
            mode = UNSET
        else:
            mode = self.mode

        allowed_hosts: list[str] | Unset = UNSET
        if not isinstance(self.allowed_hosts, Unset):
            allowed_hosts = self.allowed_hosts

        loopback_redirects = self.loopback_redirects

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if mode is not UNSET:
            field_dict["mode"] = mode
        if allowed_hosts is not UNSET:
            field_dict["allowedHosts"] = allowed_hosts
        if loopback_redirects is not UNSET:
            field_dict["loopbackRedirects"] = loopback_redirects

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_mode(data: object) -> OidcDocumentMode | str | Unset:
            return cast(OidcDocumentMode | str | Unset, data)

        mode = _parse_mode(d.pop("mode", UNSET))

        allowed_hosts = cast(list[str], d.pop("allowedHosts", UNSET))

        loopback_redirects = d.pop("loopbackRedirects", UNSET)

        oidc_client_metadata_change = cls(
            mode=mode,
            allowed_hosts=allowed_hosts,
            loopback_redirects=loopback_redirects,
        )

        return oidc_client_metadata_change
