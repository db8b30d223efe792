from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_client_type import AccessClientType
from ..models.access_risk_level import AccessRiskLevel
from ..models.device_trust import DeviceTrust

T = TypeVar("T", bound="AccessInputs")


@_attrs_define
class AccessInputs:
    """What was known of the attempt; null was not known. For users with more than 50 groups, `groups` is null

    Example:
        {'groups': ['grp_01kahz5v3be4nr7q2m8x9c0d1e'], 'identityType': None, 'ipAddress': '198.51.100.1', 'country':
            'DE', 'devicePlatform': 'macos', 'deviceTrust': 'unknown', 'riskLevel': 'LOW', 'clientType': 'browser',
            'isAgent': False}

    Attributes:
        groups (list[str] | None):
        identity_type (None | str):
        ip_address (None | str):
        country (None | str):
        device_platform (None | str):
        device_trust (DeviceTrust | None | str):
        risk_level (AccessRiskLevel | None | str):
        client_type (AccessClientType | None | str):
        is_agent (bool): Whether no administrator made the client
    """

    groups: list[str] | None
    identity_type: None | str
    ip_address: None | str
    country: None | str
    device_platform: None | str
    device_trust: DeviceTrust | None | str
    risk_level: AccessRiskLevel | None | str
    client_type: AccessClientType | None | str
    is_agent: bool

    def to_dict(self) -> dict[str, Any]:
        groups: list[str] | None
        if isinstance(self.groups, list):
            groups = self.groups

        else:
            groups = self.groups

        identity_type: None | str
        identity_type = self.identity_type

        ip_address: None | str
        ip_address = self.ip_address

        country: None | str
        country = self.country

        device_platform: None | str
        device_platform = self.device_platform

        device_trust: None | str
        device_trust = self.device_trust

        risk_level: None | str
        risk_level = self.risk_level

        client_type: None | str
        client_type = self.client_type

        is_agent = self.is_agent

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "groups": groups,
                "identityType": identity_type,
                "ipAddress": ip_address,
                "country": country,
                "devicePlatform": device_platform,
                "deviceTrust": device_trust,
                "riskLevel": risk_level,
                "clientType": client_type,
                "isAgent": is_agent,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_groups(data: object) -> list[str] | None:
            try:
                if not isinstance(data, list):
                    raise TypeError
                groups_type_0 = cast(list[str], data)

                return groups_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        groups = _parse_groups(d.pop("groups"))

        def _parse_identity_type(data: object) -> None | str:
            return cast(None | str, data)

        identity_type = _parse_identity_type(d.pop("identityType"))

        def _parse_ip_address(data: object) -> None | str:
            return cast(None | str, data)

        ip_address = _parse_ip_address(d.pop("ipAddress"))

        def _parse_country(data: object) -> None | str:
            return cast(None | str, data)

        country = _parse_country(d.pop("country"))

        def _parse_device_platform(data: object) -> None | str:
            return cast(None | str, data)

        device_platform = _parse_device_platform(d.pop("devicePlatform"))

        def _parse_device_trust(data: object) -> DeviceTrust | None | str:
            return cast(DeviceTrust | None | str, data)

        device_trust = _parse_device_trust(d.pop("deviceTrust"))

        def _parse_risk_level(data: object) -> AccessRiskLevel | None | str:
            return cast(AccessRiskLevel | None | str, data)

        risk_level = _parse_risk_level(d.pop("riskLevel"))

        def _parse_client_type(data: object) -> AccessClientType | None | str:
            return cast(AccessClientType | None | str, data)

        client_type = _parse_client_type(d.pop("clientType"))

        is_agent = d.pop("isAgent")

        access_inputs = cls(
            groups=groups,
            identity_type=identity_type,
            ip_address=ip_address,
            country=country,
            device_platform=device_platform,
            device_trust=device_trust,
            risk_level=risk_level,
            client_type=client_type,
            is_agent=is_agent,
        )

        return access_inputs
