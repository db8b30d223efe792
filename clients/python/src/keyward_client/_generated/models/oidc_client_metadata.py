from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.oidc_document_mode import OidcDocumentMode

T = TypeVar("T", bound="OidcClientMetadata")


@_attrs_define
class OidcClientMetadata:
    """Which client ID metadata documents are read

    Example:
        {'mode': 'ALLOWED_HOSTS', 'allowedHosts': ['claude.ai', 'vscode.dev'], 'loopbackRedirects': True, 'updatedAt':
            '2026-01-15T10:30:00.000Z', 'updatedBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        mode (OidcDocumentMode | str): `OFF`: no document is read. `ALLOWED_HOSTS`: those of the hosts in
            `allowedHosts`. `ANY_HOST`: those of all hosts but the blocked ones (`updateOidcBlockedHosts`), so any host on
            the internet can ask users to let an application in
        allowed_hosts (list[str]): Hosts in lowercase, with a port if it is not 443. `*.example.com` stands for every
            name below `example.com`, and not for `example.com`. Do not allow all names below a domain where anybody can
            publish Example: ['claude.ai', '*.example.com'].
        loopback_redirects (bool): Whether a document may have users sent to a program on their own computer, by an
            address such as `http://127.0.0.1/callback`. Programs such as Claude Code and VS Code need it. Users of such a
            program are asked each time
        updated_at (datetime.datetime | None): When it was changed; null if never
        updated_by (None | str): The ID of the key or user that changed it
    """

    mode: OidcDocumentMode | str
    allowed_hosts: list[str]
    loopback_redirects: bool
    updated_at: datetime.datetime | None
    updated_by: None | str

    def to_dict(self) -> dict[str, Any]:
        mode: str
        mode = self.mode

        allowed_hosts = self.allowed_hosts

        loopback_redirects = self.loopback_redirects

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
                "allowedHosts": allowed_hosts,
                "loopbackRedirects": loopback_redirects,
                "updatedAt": updated_at,
                "updatedBy": updated_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_mode(data: object) -> OidcDocumentMode | str:
            return cast(OidcDocumentMode | str, data)

        mode = _parse_mode(d.pop("mode"))

        allowed_hosts = cast(list[str], d.pop("allowedHosts"))

        loopback_redirects = d.pop("loopbackRedirects")

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

        oidc_client_metadata = cls(
            mode=mode,
            allowed_hosts=allowed_hosts,
            loopback_redirects=loopback_redirects,
            updated_at=updated_at,
            updated_by=updated_by,
        )

        return oidc_client_metadata
