from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.connection_type import ConnectionType
from ..models.domain_status import DomainStatus

if TYPE_CHECKING:
    from ..models.domain_verification import DomainVerification


T = TypeVar("T", bound="FederatedDomain")


@_attrs_define
class FederatedDomain:
    """A domain of a connection

    Example:
        {'domain': 'acme.example', 'status': 'PENDING', 'connectionId': 'fed_01kahz5v3be4nr7q2m8x9c0d1e',
            'connectionType': 'OIDC', 'verification': {'type': 'DNS_TXT', 'name': '_kd-challenge.acme.example', 'value':
            'kd-verify=f3Zq0p8Yb1mVw7LsK2xTcA'}, 'verifiedAt': None, 'lastCheckedAt': None, 'createdAt':
            '2026-01-15T10:30:00.000Z'}

    Attributes:
        domain (str): A domain name in lowercase. International names are written as A-labels (RFC 5890). It has 239
            characters at most, because the name of its DNS record is longer Example: acme.example.
        status (DomainStatus | str): `PENDING` until the record was found. `VERIFIED`: it routes, links and provisions.
            `FAILED`: the record was absent three weeks in a row, or another organization proved the domain; no user is
            linked or provisioned by it
        connection_id (str): The ID of the connection Example: fed_01kahz5v3be4nr7q2m8x9c0d1e.
        connection_type (ConnectionType | str): The protocol of the identity provider
        verification (DomainVerification): The DNS record that proves the domain Example: {'type': 'DNS_TXT', 'name':
            '_kd-challenge.acme.example', 'value': 'kd-verify=f3Zq0p8Yb1mVw7LsK2xTcA'}.
        verified_at (datetime.datetime | None): When the record was first found; null until then
        last_checked_at (datetime.datetime | None): When the record was last looked up
        created_at (datetime.datetime):
    """

    domain: str
    status: DomainStatus | str
    connection_id: str
    connection_type: ConnectionType | str
    verification: DomainVerification
    verified_at: datetime.datetime | None
    last_checked_at: datetime.datetime | None
    created_at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        domain = self.domain

        status: str
        status = self.status

        connection_id = self.connection_id

        connection_type: str
        connection_type = self.connection_type

        verification = self.verification.to_dict()

        verified_at: None | str
        if isinstance(self.verified_at, datetime.datetime):
            verified_at = self.verified_at.isoformat()
        else:
            verified_at = self.verified_at

        last_checked_at: None | str
        if isinstance(self.last_checked_at, datetime.datetime):
            last_checked_at = self.last_checked_at.isoformat()
        else:
            last_checked_at = self.last_checked_at

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "domain": domain,
                "status": status,
                "connectionId": connection_id,
                "connectionType": connection_type,
                "verification": verification,
                "verifiedAt": verified_at,
                "lastCheckedAt": last_checked_at,
                "createdAt": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.domain_verification import DomainVerification  # noqa: PLC0415

        d = dict(src_dict)
        domain = d.pop("domain")

        def _parse_status(data: object) -> DomainStatus | str:
            return cast(DomainStatus | str, data)

        status = _parse_status(d.pop("status"))

        connection_id = d.pop("connectionId")

        def _parse_connection_type(data: object) -> ConnectionType | str:
            return cast(ConnectionType | str, data)

        connection_type = _parse_connection_type(d.pop("connectionType"))

        verification = DomainVerification.from_dict(d.pop("verification"))

        def _parse_verified_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                verified_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return verified_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        verified_at = _parse_verified_at(d.pop("verifiedAt"))

        def _parse_last_checked_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_checked_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return last_checked_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_checked_at = _parse_last_checked_at(d.pop("lastCheckedAt"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        federated_domain = cls(
            domain=domain,
            status=status,
            connection_id=connection_id,
            connection_type=connection_type,
            verification=verification,
            verified_at=verified_at,
            last_checked_at=last_checked_at,
            created_at=created_at,
        )

        return federated_domain
