from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.connection_type import ConnectionType
from ..models.setup_link_status import SetupLinkStatus

T = TypeVar("T", bound="SetupLinkCore")


@_attrs_define
class SetupLinkCore:
    """What every setup link shows

    Example:
        {'id': 'fsl_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Acme', 'status': 'PENDING', 'domains': ['acme.example'],
            'provedDomains': [], 'type': 'OIDC', 'connectionId': None, 'openedAt': None, 'finishedAt': None, 'expiresAt':
            '2026-01-22T10:30:00.000Z', 'createdAt': '2026-01-15T10:30:00.000Z', 'createdBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1f'}

    Attributes:
        id (str):
        name (str): The name of the customer. The connection gets this name, and users see it
        status (SetupLinkStatus | str): `PENDING`: it was not opened yet. `OPENED`: its holder sets up a connection.
            `FINISHED`: the holder has finished, or the connection was activated. `EXPIRED`: past its `expiresAt`.
            `REVOKED`: for good
        domains (list[str]): The domains that the holder proves, by a DNS record of this link. Another connection may
            have them. When you activate the connection, it gets the domains that were proved. Public mail domains are
            refused Example: ['acme.example'].
        proved_domains (list[str]): The domains that the holder has proved
        type_ (ConnectionType | None | str): The protocol that the holder uses; null if the holder chooses
        connection_id (None | str): The connection that the holder has set up; null until there is one, and after it was
            deleted
        opened_at (datetime.datetime | None): When the holder opened it
        finished_at (datetime.datetime | None): When the holder finished, or the connection was activated
        expires_at (datetime.datetime): When the link and the session of its holder end
        created_at (datetime.datetime):
        created_by (None | str): The ID of the key or person that created it
    """

    id: str
    name: str
    status: SetupLinkStatus | str
    domains: list[str]
    proved_domains: list[str]
    type_: ConnectionType | None | str
    connection_id: None | str
    opened_at: datetime.datetime | None
    finished_at: datetime.datetime | None
    expires_at: datetime.datetime
    created_at: datetime.datetime
    created_by: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        status: str
        status = self.status

        domains = self.domains

        proved_domains = self.proved_domains

        type_: None | str
        type_ = self.type_

        connection_id: None | str
        connection_id = self.connection_id

        opened_at: None | str
        if isinstance(self.opened_at, datetime.datetime):
            opened_at = self.opened_at.isoformat()
        else:
            opened_at = self.opened_at

        finished_at: None | str
        if isinstance(self.finished_at, datetime.datetime):
            finished_at = self.finished_at.isoformat()
        else:
            finished_at = self.finished_at

        expires_at = self.expires_at.isoformat()

        created_at = self.created_at.isoformat()

        created_by: None | str
        created_by = self.created_by

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "status": status,
                "domains": domains,
                "provedDomains": proved_domains,
                "type": type_,
                "connectionId": connection_id,
                "openedAt": opened_at,
                "finishedAt": finished_at,
                "expiresAt": expires_at,
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

        def _parse_status(data: object) -> SetupLinkStatus | str:
            return cast(SetupLinkStatus | str, data)

        status = _parse_status(d.pop("status"))

        domains = cast(list[str], d.pop("domains"))

        proved_domains = cast(list[str], d.pop("provedDomains"))

        def _parse_type_(data: object) -> ConnectionType | None | str:
            return cast(ConnectionType | None | str, data)

        type_ = _parse_type_(d.pop("type"))

        def _parse_connection_id(data: object) -> None | str:
            return cast(None | str, data)

        connection_id = _parse_connection_id(d.pop("connectionId"))

        def _parse_opened_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                opened_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return opened_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        opened_at = _parse_opened_at(d.pop("openedAt"))

        def _parse_finished_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                finished_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return finished_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        finished_at = _parse_finished_at(d.pop("finishedAt"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt").replace("Z", "+00:00"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        setup_link_core = cls(
            id=id,
            name=name,
            status=status,
            domains=domains,
            proved_domains=proved_domains,
            type_=type_,
            connection_id=connection_id,
            opened_at=opened_at,
            finished_at=finished_at,
            expires_at=expires_at,
            created_at=created_at,
            created_by=created_by,
        )

        setup_link_core.additional_properties = d
        return setup_link_core

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
