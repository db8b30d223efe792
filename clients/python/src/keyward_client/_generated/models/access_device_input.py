from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.device_platform import DevicePlatform
from ..models.written_device_trust import WrittenDeviceTrust
from ..types import UNSET, Unset

T = TypeVar("T", bound="AccessDeviceInput")


@_attrs_define
class AccessDeviceInput:
    """A device to write

    Example:
        {'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'platform': 'macos', 'trust': 'compliant'}

    Attributes:
        user_id (str): The owner. The device counts for no other user
        platform (DevicePlatform | str): The operating system of the device, as the user agent says
        trust (str | WrittenDeviceTrust): How far the MDM trusts the device
        trust_expires_at (datetime.datetime | None | Unset): From this time on, the device counts as `unmanaged`; null
            if the trust does not expire
        certificate_thumbprints (list[str] | Unset): The certificates that identify the device
        acknowledge_lockout (bool | Unset): Whether to make a change after which all keys with scope `*`, or all owners,
            are blocked
    """

    user_id: str
    platform: DevicePlatform | str
    trust: str | WrittenDeviceTrust
    trust_expires_at: datetime.datetime | None | Unset = UNSET
    certificate_thumbprints: list[str] | Unset = UNSET
    acknowledge_lockout: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        user_id = self.user_id

        platform: str
        platform = self.platform

        trust: str
        trust = self.trust

        trust_expires_at: None | str | Unset
        if isinstance(self.trust_expires_at, Unset):
            trust_expires_at = UNSET
        elif isinstance(self.trust_expires_at, datetime.datetime):
            trust_expires_at = self.trust_expires_at.isoformat()
        else:
            trust_expires_at = self.trust_expires_at

        certificate_thumbprints: list[str] | Unset = UNSET
        if not isinstance(self.certificate_thumbprints, Unset):
            certificate_thumbprints = self.certificate_thumbprints

        acknowledge_lockout = self.acknowledge_lockout

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "userId": user_id,
                "platform": platform,
                "trust": trust,
            }
        )
        if trust_expires_at is not UNSET:
            field_dict["trustExpiresAt"] = trust_expires_at
        if certificate_thumbprints is not UNSET:
            field_dict["certificateThumbprints"] = certificate_thumbprints
        if acknowledge_lockout is not UNSET:
            field_dict["acknowledgeLockout"] = acknowledge_lockout

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        user_id = d.pop("userId")

        def _parse_platform(data: object) -> DevicePlatform | str:
            return cast(DevicePlatform | str, data)

        platform = _parse_platform(d.pop("platform"))

        def _parse_trust(data: object) -> str | WrittenDeviceTrust:
            return cast(str | WrittenDeviceTrust, data)

        trust = _parse_trust(d.pop("trust"))

        def _parse_trust_expires_at(data: object) -> datetime.datetime | None | Unset:
            try:
                if not isinstance(data, str):
                    raise TypeError
                trust_expires_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return trust_expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        trust_expires_at = _parse_trust_expires_at(d.pop("trustExpiresAt", UNSET))

        certificate_thumbprints = cast(list[str], d.pop("certificateThumbprints", UNSET))

        acknowledge_lockout = d.pop("acknowledgeLockout", UNSET)

        access_device_input = cls(
            user_id=user_id,
            platform=platform,
            trust=trust,
            trust_expires_at=trust_expires_at,
            certificate_thumbprints=certificate_thumbprints,
            acknowledge_lockout=acknowledge_lockout,
        )

        return access_device_input
