from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.connection_status import ConnectionStatus
from ..types import UNSET, Unset

T = TypeVar("T", bound="ConnectionPatch")


@_attrs_define
class ConnectionPatch:
    """The status to set

    Example:
        {'status': 'DISABLED', 'revokeSessions': True}

    Attributes:
        status (ConnectionStatus | str): `DISABLED`: no user signs in by it, also not in a sign-in that has begun
        revoke_sessions (bool | Unset): Whether the sessions that came by this connection end; only with `status:
            DISABLED`
    """

    status: ConnectionStatus | str
    revoke_sessions: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        status: str
        status = self.status

        revoke_sessions = self.revoke_sessions

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "status": status,
            }
        )
        if revoke_sessions is not UNSET:
            field_dict["revokeSessions"] = revoke_sessions

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_status(data: object) -> ConnectionStatus | str:
            return cast(ConnectionStatus | str, data)

        status = _parse_status(d.pop("status"))

        revoke_sessions = d.pop("revokeSessions", UNSET)

        connection_patch = cls(
            status=status,
            revoke_sessions=revoke_sessions,
        )

        return connection_patch
