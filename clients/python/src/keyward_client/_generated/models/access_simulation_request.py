from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_client_type import AccessClientType
from ..models.access_risk_level import AccessRiskLevel
from ..models.device_platform import DevicePlatform
from ..models.device_trust import DeviceTrust
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.access_policy_fields import AccessPolicyFields


T = TypeVar("T", bound="AccessSimulationRequest")


@_attrs_define
class AccessSimulationRequest:
    """An attempt to judge, which is not made. A field that is left out is a missing signal

    Example:
        {'application': 'keyward:account', 'ipAddress': '203.0.113.7', 'deviceTrust': 'compliant'}

    Attributes:
        application (str | Unset): The client ID, the ID of the service provider, or a name such as `keyward:account`
        ip_address (str | Unset): From where
        device_trust (DeviceTrust | str | Unset): How far the service knows and trusts the device
        user_id (str | Unset): The user who signs in
        identity_id (str | Unset): The identity whose key is used; instead of userId
        groups (list[str] | Unset): IDs of groups, in place of those of the user
        country (str | Unset): The code of a country in ISO 3166-1 alpha-2, in uppercase Example: DE.
        device_platform (DevicePlatform | str | Unset): The operating system of the device, as the user agent says
        risk_level (AccessRiskLevel | str | Unset): The risk of the sign-in, or of the identity
        client_type (AccessClientType | str | Unset): `machine` is every key, and every client that signs in without a
            user
        is_agent (bool | Unset): Whether no administrator made the client
        at (datetime.datetime | Unset): When; now unless sent
        include_draft (AccessPolicyFields | Unset): What a policy says Example: {'name': 'Block outside the office',
            'priority': 100, 'decision': 'BLOCK', 'conditions': {'locations': {'exclude':
            ['loc_01kahz5v3be4nr7q2m8x9c0d1e']}, 'clientTypes': ['browser']}}.
    """

    application: str | Unset = UNSET
    ip_address: str | Unset = UNSET
    device_trust: DeviceTrust | str | Unset = UNSET
    user_id: str | Unset = UNSET
    identity_id: str | Unset = UNSET
    groups: list[str] | Unset = UNSET
    country: str | Unset = UNSET
    device_platform: DevicePlatform | str | Unset = UNSET
    risk_level: AccessRiskLevel | str | Unset = UNSET
    client_type: AccessClientType | str | Unset = UNSET
    is_agent: bool | Unset = UNSET
    at: datetime.datetime | Unset = UNSET
    include_draft: AccessPolicyFields | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        application = self.application

        ip_address: str | Unset
        if isinstance(self.ip_address, Unset):
            ip_address = UNSET
        else:
            ip_address = self.ip_address

        device_trust: str | Unset
        if isinstance(self.device_trust, Unset):
            device_trust = UNSET
        else:
            device_trust = self.device_trust

        user_id = self.user_id

        identity_id = self.identity_id

        groups: list[str] | Unset = UNSET
        if not isinstance(self.groups, Unset):
            groups = self.groups

        country = self.country

        device_platform: str | Unset
        if isinstance(self.device_platform, Unset):
            device_platform = UNSET
        else:
            device_platform = self.device_platform

        risk_level: str | Unset
        if isinstance(self.risk_level, Unset):
            risk_level = UNSET
        else:
            risk_level = self.risk_level

        client_type: str | Unset
        if isinstance(self.client_type, Unset):
            client_type = UNSET
        else:
            client_type = self.client_type

        is_agent = self.is_agent

        at: str | Unset = UNSET
        if not isinstance(self.at, Unset):
            at = self.at.isoformat()

        include_draft: dict[str, Any] | Unset = UNSET
        if not isinstance(self.include_draft, Unset):
            include_draft = self.include_draft.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if application is not UNSET:
            field_dict["application"] = application
        if ip_address is not UNSET:
            field_dict["ipAddress"] = ip_address
        if device_trust is not UNSET:
            field_dict["deviceTrust"] = device_trust
        if user_id is not UNSET:
            field_dict["userId"] = user_id
        if identity_id is not UNSET:
            field_dict["identityId"] = identity_id
        if groups is not UNSET:
            field_dict["groups"] = groups
        if country is not UNSET:
            field_dict["country"] = country
        if device_platform is not UNSET:
            field_dict["devicePlatform"] = device_platform
        if risk_level is not UNSET:
            field_dict["riskLevel"] = risk_level
        if client_type is not UNSET:
            field_dict["clientType"] = client_type
        if is_agent is not UNSET:
            field_dict["isAgent"] = is_agent
        if at is not UNSET:
            field_dict["at"] = at
        if include_draft is not UNSET:
            field_dict["includeDraft"] = include_draft

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.access_policy_fields import AccessPolicyFields  # noqa: PLC0415

        d = dict(src_dict)
        application = d.pop("application", UNSET)

        def _parse_ip_address(data: object) -> str | Unset:
            return cast(str | Unset, data)

        ip_address = _parse_ip_address(d.pop("ipAddress", UNSET))

        def _parse_device_trust(data: object) -> DeviceTrust | str | Unset:
            return cast(DeviceTrust | str | Unset, data)

        device_trust = _parse_device_trust(d.pop("deviceTrust", UNSET))

        user_id = d.pop("userId", UNSET)

        identity_id = d.pop("identityId", UNSET)

        groups = cast(list[str], d.pop("groups", UNSET))

        country = d.pop("country", UNSET)

        def _parse_device_platform(data: object) -> DevicePlatform | str | Unset:
            return cast(DevicePlatform | str | Unset, data)

        device_platform = _parse_device_platform(d.pop("devicePlatform", UNSET))

        def _parse_risk_level(data: object) -> AccessRiskLevel | str | Unset:
            return cast(AccessRiskLevel | str | Unset, data)

        risk_level = _parse_risk_level(d.pop("riskLevel", UNSET))

        def _parse_client_type(data: object) -> AccessClientType | str | Unset:
            return cast(AccessClientType | str | Unset, data)

        client_type = _parse_client_type(d.pop("clientType", UNSET))

        is_agent = d.pop("isAgent", UNSET)

        _at = d.pop("at", UNSET)
        at: datetime.datetime | Unset
        if isinstance(_at, Unset):
            at = UNSET
        else:
            at = datetime.datetime.fromisoformat(_at.replace("Z", "+00:00"))

        _include_draft = d.pop("includeDraft", UNSET)
        include_draft: AccessPolicyFields | Unset
        if isinstance(_include_draft, Unset):
            include_draft = UNSET
        else:
            include_draft = AccessPolicyFields.from_dict(_include_draft)

        access_simulation_request = cls(
            application=application,
            ip_address=ip_address,
            device_trust=device_trust,
            user_id=user_id,
            identity_id=identity_id,
            groups=groups,
            country=country,
            device_platform=device_platform,
            risk_level=risk_level,
            client_type=client_type,
            is_agent=is_agent,
            at=at,
            include_draft=include_draft,
        )

        return access_simulation_request
