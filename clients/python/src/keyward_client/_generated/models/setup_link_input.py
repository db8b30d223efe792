from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.connection_type import ConnectionType
from ..types import UNSET, Unset

T = TypeVar("T", bound="SetupLinkInput")


@_attrs_define
class SetupLinkInput:
    """A setup link to create

    Example:
        {'name': 'Acme', 'domains': ['acme.example'], 'type': 'OIDC'}

    Attributes:
        domains (list[str]): The domains that the holder proves, by a DNS record of this link. Another connection may
            have them. When you activate the connection, it gets the domains that were proved. Public mail domains are
            refused Example: ['acme.example'].
        name (str | Unset): The name of the customer. The connection gets this name, and users see it; by default the
            first domain
        type_ (ConnectionType | None | str | Unset): The protocol that the holder uses; null if the holder chooses
        expires_in_seconds (int | Unset): When it expires, in seconds from now; at most 30 days
    """

    domains: list[str]
    name: str | Unset = UNSET
    type_: ConnectionType | None | str | Unset = UNSET
    expires_in_seconds: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        domains = self.domains

        name = self.name

        type_: None | str | Unset
        if isinstance(self.type_, Unset):
            type_ = UNSET
        else:
            type_ = self.type_

        expires_in_seconds = self.expires_in_seconds

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "domains": domains,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name
        if type_ is not UNSET:
            field_dict["type"] = type_
        if expires_in_seconds is not UNSET:
            field_dict["expiresInSeconds"] = expires_in_seconds

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        domains = cast(list[str], d.pop("domains"))

        name = d.pop("name", UNSET)

        def _parse_type_(data: object) -> ConnectionType | None | str | Unset:
            return cast(ConnectionType | None | str | Unset, data)

        type_ = _parse_type_(d.pop("type", UNSET))

        expires_in_seconds = d.pop("expiresInSeconds", UNSET)

        setup_link_input = cls(
            domains=domains,
            name=name,
            type_=type_,
            expires_in_seconds=expires_in_seconds,
        )

        return setup_link_input
