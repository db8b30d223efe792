from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..models.passkey_device_type import PasskeyDeviceType

T = TypeVar("T", bound="Passkey")


@_attrs_define
class Passkey:
    """A passkey of a user, without its key

    Example:
        {'id': 'psk_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Work laptop', 'aaguid':
            '08987058-cadc-4b81-b6e1-30de50dcbe96', 'transports': ['internal'], 'deviceType': 'single', 'backedUp': False,
            'createdAt': '2026-01-15T10:30:00.000Z', 'lastUsedAt': None}

    Attributes:
        id (str):
        name (str): As its user calls it
        aaguid (UUID): The model of the authenticator, as it says itself; zeros where it does not say
        transports (list[str]): How browsers reach the authenticator
        device_type (PasskeyDeviceType | str): `single` never leaves its authenticator; `multi` is on every device of
            its user
        backed_up (bool): Whether there was a copy when it was last used
        created_at (datetime.datetime):
        last_used_at (datetime.datetime | None): When its user last signed in with it
    """

    id: str
    name: str
    aaguid: UUID
    transports: list[str]
    device_type: PasskeyDeviceType | str
    backed_up: bool
    created_at: datetime.datetime
    last_used_at: datetime.datetime | None

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        aaguid = str(self.aaguid)

        transports = self.transports

        device_type: str
        device_type = self.device_type

        backed_up = self.backed_up

        created_at = self.created_at.isoformat()

        last_used_at: None | str
        if isinstance(self.last_used_at, datetime.datetime):
            last_used_at = self.last_used_at.isoformat()
        else:
            last_used_at = self.last_used_at

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "aaguid": aaguid,
                "transports": transports,
                "deviceType": device_type,
                "backedUp": backed_up,
                "createdAt": created_at,
                "lastUsedAt": last_used_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        aaguid = UUID(d.pop("aaguid"))

        transports = cast(list[str], d.pop("transports"))

        def _parse_device_type(data: object) -> PasskeyDeviceType | str:
            return cast(PasskeyDeviceType | str, data)

        device_type = _parse_device_type(d.pop("deviceType"))

        backed_up = d.pop("backedUp")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

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

        passkey = cls(
            id=id,
            name=name,
            aaguid=aaguid,
            transports=transports,
            device_type=device_type,
            backed_up=backed_up,
            created_at=created_at,
            last_used_at=last_used_at,
        )

        return passkey
