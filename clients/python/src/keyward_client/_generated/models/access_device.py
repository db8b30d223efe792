from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.device_platform import DevicePlatform
from ..models.written_device_trust import WrittenDeviceTrust

T = TypeVar("T", bound="AccessDevice")


@_attrs_define
class AccessDevice:
    """A device of a user, as an MDM writes it

    Example:
        {'id': 'C02XK1ABJG5H', 'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'platform': 'macos', 'trust': 'compliant',
            'trustExpiresAt': '2026-01-16T10:30:00.000Z', 'certificateThumbprints':
            ['3a1f0c5b9de27468a0b1c2d3e4f5061728394a5b6c7d8e9f0a1b2c3d4e5f6071'], 'createdBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt':
            '2026-01-15T10:30:00.000Z'}

    Attributes:
        id (str): The identifier that the MDM gives the device
        user_id (str): The owner. The device counts for no other user
        platform (DevicePlatform | str): The operating system of the device, as the user agent says
        trust (str | WrittenDeviceTrust): How far the MDM trusts the device
        trust_expires_at (datetime.datetime | None): From this time on, the device counts as `unmanaged`; null if the
            trust does not expire
        certificate_thumbprints (list[str]): The certificates that identify the device
        created_by (None | str):
        created_at (datetime.datetime):
        updated_at (datetime.datetime):
    """

    id: str
    user_id: str
    platform: DevicePlatform | str
    trust: str | WrittenDeviceTrust
    trust_expires_at: datetime.datetime | None
    certificate_thumbprints: list[str]
    created_by: None | str
    created_at: datetime.datetime
    updated_at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        user_id = self.user_id

        platform: str
        platform = self.platform

        trust: str
        trust = self.trust

        trust_expires_at: None | str
        if isinstance(self.trust_expires_at, datetime.datetime):
            trust_expires_at = self.trust_expires_at.isoformat()
        else:
            trust_expires_at = self.trust_expires_at

        certificate_thumbprints = self.certificate_thumbprints

        created_by: None | str
        created_by = self.created_by

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "userId": user_id,
                "platform": platform,
                "trust": trust,
                "trustExpiresAt": trust_expires_at,
                "certificateThumbprints": certificate_thumbprints,
                "createdBy": created_by,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        user_id = d.pop("userId")

        def _parse_platform(data: object) -> DevicePlatform | str:
            return cast(DevicePlatform | str, data)

        platform = _parse_platform(d.pop("platform"))

        def _parse_trust(data: object) -> str | WrittenDeviceTrust:
            return cast(str | WrittenDeviceTrust, data)

        trust = _parse_trust(d.pop("trust"))

        def _parse_trust_expires_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                trust_expires_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return trust_expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        trust_expires_at = _parse_trust_expires_at(d.pop("trustExpiresAt"))

        certificate_thumbprints = cast(list[str], d.pop("certificateThumbprints"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        access_device = cls(
            id=id,
            user_id=user_id,
            platform=platform,
            trust=trust,
            trust_expires_at=trust_expires_at,
            certificate_thumbprints=certificate_thumbprints,
            created_by=created_by,
            created_at=created_at,
            updated_at=updated_at,
        )

        return access_device
