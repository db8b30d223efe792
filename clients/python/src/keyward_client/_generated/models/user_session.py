from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="UserSession")


@_attrs_define
class UserSession:
    """A session of a user, which is one browser that the user is signed in with

    Example:
        {'id': 'ses_01kahz5v3be4nr7q2m8x9c0d1e', 'createdAt': '2026-01-15T10:30:00.000Z', 'authenticatedAt':
            '2026-01-15T10:30:00.000Z', 'lastSeenAt': '2026-01-15T11:00:00.000Z', 'expiresAt': '2026-01-22T10:30:00.000Z',
            'amr': ['pwd', 'otp', 'mfa'], 'connectionId': None, 'ipAddress': '198.51.100.7', 'userAgent': 'Mozilla/5.0 (X11;
            Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'device': 'Firefox, Linux'}

    Attributes:
        id (str):
        created_at (datetime.datetime): When the user signed in
        authenticated_at (datetime.datetime): When the user last proved who they are. If the identity provider did not
            say when, it is the time of the return from there
        last_seen_at (datetime.datetime): When the browser last used the session; exact to a minute
        expires_at (datetime.datetime): When the session ends at the latest
        amr (list[str]): How the user proved who they are, by the names of RFC 8176; `mfa` after more than one factor
        connection_id (None | str): The connection to an identity provider that the user signed in by; null if there is
            none
        ip_address (None | str): Where the user signed in from
        user_agent (None | str): What the browser calls itself, shortened
        device (None | str): The browser and its system in the words of people, such as `Firefox, Linux`; null if
            unknown
    """

    id: str
    created_at: datetime.datetime
    authenticated_at: datetime.datetime
    last_seen_at: datetime.datetime
    expires_at: datetime.datetime
    amr: list[str]
    connection_id: None | str
    ip_address: None | str
    user_agent: None | str
    device: None | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        created_at = self.created_at.isoformat()

        authenticated_at = self.authenticated_at.isoformat()

        last_seen_at = self.last_seen_at.isoformat()

        expires_at = self.expires_at.isoformat()

        amr = self.amr

        connection_id: None | str
        connection_id = self.connection_id

        ip_address: None | str
        ip_address = self.ip_address

        user_agent: None | str
        user_agent = self.user_agent

        device: None | str
        device = self.device

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "createdAt": created_at,
                "authenticatedAt": authenticated_at,
                "lastSeenAt": last_seen_at,
                "expiresAt": expires_at,
                "amr": amr,
                "connectionId": connection_id,
                "ipAddress": ip_address,
                "userAgent": user_agent,
                "device": device,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        authenticated_at = datetime.datetime.fromisoformat(
            d.pop("authenticatedAt").replace("Z", "+00:00")
        )

        last_seen_at = datetime.datetime.fromisoformat(d.pop("lastSeenAt").replace("Z", "+00:00"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt").replace("Z", "+00:00"))

        amr = cast(list[str], d.pop("amr"))

        def _parse_connection_id(data: object) -> None | str:
            return cast(None | str, data)

        connection_id = _parse_connection_id(d.pop("connectionId"))

        def _parse_ip_address(data: object) -> None | str:
            return cast(None | str, data)

        ip_address = _parse_ip_address(d.pop("ipAddress"))

        def _parse_user_agent(data: object) -> None | str:
            return cast(None | str, data)

        user_agent = _parse_user_agent(d.pop("userAgent"))

        def _parse_device(data: object) -> None | str:
            return cast(None | str, data)

        device = _parse_device(d.pop("device"))

        user_session = cls(
            id=id,
            created_at=created_at,
            authenticated_at=authenticated_at,
            last_seen_at=last_seen_at,
            expires_at=expires_at,
            amr=amr,
            connection_id=connection_id,
            ip_address=ip_address,
            user_agent=user_agent,
            device=device,
        )

        return user_session
