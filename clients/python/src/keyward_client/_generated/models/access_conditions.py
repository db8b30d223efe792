from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_condition_client_type import (
    AccessConditionClientType,
)
from ..models.access_risk_level import AccessRiskLevel
from ..models.device_platform import DevicePlatform
from ..models.device_trust import DeviceTrust
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.access_schedule import AccessSchedule
    from ..models.access_selection import AccessSelection
    from ..models.access_type_selection import AccessTypeSelection


T = TypeVar("T", bound="AccessConditions")


@_attrs_define
class AccessConditions:
    """The attempts that the policy applies to. All conditions must hold. An empty list and null say nothing. A missing
    signal does not match an `include`. It does not exempt from `BLOCK` and `REQUIRE`. The policy judges machines only
    if `clientTypes` has `machine`, or `identities` or `identityTypes` name some

        Example:
            {'locations': {'exclude': ['loc_01kahz5v3be4nr7q2m8x9c0d1e']}, 'clientTypes': ['browser']}

        Attributes:
            users (AccessSelection | Unset): An empty `include` names all, and `exclude` exempts from them Example:
                {'include': [], 'exclude': ['grp_01kahz5v3be4nr7q2m8x9c0d1e']}.
            groups (AccessSelection | Unset): An empty `include` names all, and `exclude` exempts from them Example:
                {'include': [], 'exclude': ['grp_01kahz5v3be4nr7q2m8x9c0d1e']}.
            identities (AccessSelection | Unset): An empty `include` names all, and `exclude` exempts from them Example:
                {'include': [], 'exclude': ['grp_01kahz5v3be4nr7q2m8x9c0d1e']}.
            identity_types (AccessTypeSelection | Unset): The types of identities. An empty `include` names all, and
                `exclude` exempts from them Example: {'include': ['CI_CD'], 'exclude': []}.
            applications (AccessSelection | Unset): An empty `include` names all, and `exclude` exempts from them Example:
                {'include': [], 'exclude': ['grp_01kahz5v3be4nr7q2m8x9c0d1e']}.
            locations (AccessSelection | Unset): An empty `include` names all, and `exclude` exempts from them Example:
                {'include': [], 'exclude': ['grp_01kahz5v3be4nr7q2m8x9c0d1e']}.
            ip_ranges (list[str] | Unset):
            countries (list[str] | Unset):
            device_platforms (list[DevicePlatform | str] | Unset):
            device_trust (list[DeviceTrust | str] | Unset):
            risk_levels (list[AccessRiskLevel | str] | Unset):
            client_types (list[AccessConditionClientType | str] | Unset):
            schedule (AccessSchedule | None | Unset): When the policy applies; null applies always
    """

    users: AccessSelection | Unset = UNSET
    groups: AccessSelection | Unset = UNSET
    identities: AccessSelection | Unset = UNSET
    identity_types: AccessTypeSelection | Unset = UNSET
    applications: AccessSelection | Unset = UNSET
    locations: AccessSelection | Unset = UNSET
    ip_ranges: list[str] | Unset = UNSET
    countries: list[str] | Unset = UNSET
    device_platforms: list[DevicePlatform | str] | Unset = UNSET
    device_trust: list[DeviceTrust | str] | Unset = UNSET
    risk_levels: list[AccessRiskLevel | str] | Unset = UNSET
    client_types: list[AccessConditionClientType | str] | Unset = UNSET
    schedule: AccessSchedule | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.access_schedule import AccessSchedule  # noqa: PLC0415

        users: dict[str, Any] | Unset = UNSET
        if not isinstance(self.users, Unset):
            users = self.users.to_dict()

        groups: dict[str, Any] | Unset = UNSET
        if not isinstance(self.groups, Unset):
            groups = self.groups.to_dict()

        identities: dict[str, Any] | Unset = UNSET
        if not isinstance(self.identities, Unset):
            identities = self.identities.to_dict()

        identity_types: dict[str, Any] | Unset = UNSET
        if not isinstance(self.identity_types, Unset):
            identity_types = self.identity_types.to_dict()

        applications: dict[str, Any] | Unset = UNSET
        if not isinstance(self.applications, Unset):
            applications = self.applications.to_dict()

        locations: dict[str, Any] | Unset = UNSET
        if not isinstance(self.locations, Unset):
            locations = self.locations.to_dict()

        ip_ranges: list[str] | Unset = UNSET
        if not isinstance(self.ip_ranges, Unset):
            ip_ranges = self.ip_ranges

        countries: list[str] | Unset = UNSET
        if not isinstance(self.countries, Unset):
            countries = self.countries

        device_platforms: list[str] | Unset = UNSET
        if not isinstance(self.device_platforms, Unset):
            device_platforms = []
            for device_platforms_item_data in self.device_platforms:
                device_platforms_item: str
                device_platforms_item = device_platforms_item_data
                device_platforms.append(device_platforms_item)

        device_trust: list[str] | Unset = UNSET
        if not isinstance(self.device_trust, Unset):
            device_trust = []
            for device_trust_item_data in self.device_trust:
                device_trust_item: str
                device_trust_item = device_trust_item_data
                device_trust.append(device_trust_item)

        risk_levels: list[str] | Unset = UNSET
        if not isinstance(self.risk_levels, Unset):
            risk_levels = []
            for risk_levels_item_data in self.risk_levels:
                risk_levels_item: str
                risk_levels_item = risk_levels_item_data
                risk_levels.append(risk_levels_item)

        client_types: list[str] | Unset = UNSET
        if not isinstance(self.client_types, Unset):
            client_types = []
            for client_types_item_data in self.client_types:
                client_types_item: str
                client_types_item = client_types_item_data
                client_types.append(client_types_item)

        schedule: dict[str, Any] | None | Unset
        if isinstance(self.schedule, Unset):
            schedule = UNSET
        elif isinstance(self.schedule, AccessSchedule):
            schedule = self.schedule.to_dict()

        else:
            schedule = self.schedule

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if users is not UNSET:
            field_dict["users"] = users
        if groups is not UNSET:
            field_dict["groups"] = groups
        if identities is not UNSET:
            field_dict["identities"] = identities
        if identity_types is not UNSET:
            field_dict["identityTypes"] = identity_types
        if applications is not UNSET:
            field_dict["applications"] = applications
        if locations is not UNSET:
            field_dict["locations"] = locations
        if ip_ranges is not UNSET:
            field_dict["ipRanges"] = ip_ranges
        if countries is not UNSET:
            field_dict["countries"] = countries
        if device_platforms is not UNSET:
            field_dict["devicePlatforms"] = device_platforms
        if device_trust is not UNSET:
            field_dict["deviceTrust"] = device_trust
        if risk_levels is not UNSET:
            field_dict["riskLevels"] = risk_levels
        if client_types is not UNSET:
            field_dict["clientTypes"] = client_types
        if schedule is not UNSET:
            field_dict["schedule"] = schedule

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.access_schedule import AccessSchedule  # noqa: PLC0415
        from ..models.access_selection import AccessSelection  # noqa: PLC0415
        from ..models.access_type_selection import AccessTypeSelection  # noqa: PLC0415

        d = dict(src_dict)
        _users = d.pop("users", UNSET)
        users: AccessSelection | Unset
        if isinstance(_users, Unset):
            users = UNSET
        else:
            users = AccessSelection.from_dict(_users)

        _groups = d.pop("groups", UNSET)
        groups: AccessSelection | Unset
        if isinstance(_groups, Unset):
            groups = UNSET
        else:
            groups = AccessSelection.from_dict(_groups)

        _identities = d.pop("identities", UNSET)
        identities: AccessSelection | Unset
        if isinstance(_identities, Unset):
            identities = UNSET
        else:
            identities = AccessSelection.from_dict(_identities)

        _identity_types = d.pop("identityTypes", UNSET)
        identity_types: AccessTypeSelection | Unset
        if isinstance(_identity_types, Unset):
            identity_types = UNSET
        else:
            identity_types = AccessTypeSelection.from_dict(_identity_types)

        _applications = d.pop("applications", UNSET)
        applications: AccessSelection | Unset
        if isinstance(_applications, Unset):
            applications = UNSET
        else:
            applications = AccessSelection.from_dict(_applications)

        _locations = d.pop("locations", UNSET)
        locations: AccessSelection | Unset
        if isinstance(_locations, Unset):
            locations = UNSET
        else:
            locations = AccessSelection.from_dict(_locations)

        ip_ranges = cast(list[str], d.pop("ipRanges", UNSET))

        countries = cast(list[str], d.pop("countries", UNSET))

        _device_platforms = d.pop("devicePlatforms", UNSET)
        device_platforms: list[DevicePlatform | str] | Unset = UNSET
        if _device_platforms is not UNSET:
            device_platforms = []
            for device_platforms_item_data in _device_platforms:

                def _parse_device_platforms_item(data: object) -> DevicePlatform | str:
                    return cast(DevicePlatform | str, data)

                device_platforms_item = _parse_device_platforms_item(device_platforms_item_data)

                device_platforms.append(device_platforms_item)

        _device_trust = d.pop("deviceTrust", UNSET)
        device_trust: list[DeviceTrust | str] | Unset = UNSET
        if _device_trust is not UNSET:
            device_trust = []
            for device_trust_item_data in _device_trust:

                def _parse_device_trust_item(data: object) -> DeviceTrust | str:
                    return cast(DeviceTrust | str, data)

                device_trust_item = _parse_device_trust_item(device_trust_item_data)

                device_trust.append(device_trust_item)

        _risk_levels = d.pop("riskLevels", UNSET)
        risk_levels: list[AccessRiskLevel | str] | Unset = UNSET
        if _risk_levels is not UNSET:
            risk_levels = []
            for risk_levels_item_data in _risk_levels:

                def _parse_risk_levels_item(data: object) -> AccessRiskLevel | str:
                    return cast(AccessRiskLevel | str, data)

                risk_levels_item = _parse_risk_levels_item(risk_levels_item_data)

                risk_levels.append(risk_levels_item)

        _client_types = d.pop("clientTypes", UNSET)
        client_types: list[AccessConditionClientType | str] | Unset = UNSET
        if _client_types is not UNSET:
            client_types = []
            for client_types_item_data in _client_types:

                def _parse_client_types_item(data: object) -> AccessConditionClientType | str:
                    return cast(AccessConditionClientType | str, data)

                client_types_item = _parse_client_types_item(client_types_item_data)

                client_types.append(client_types_item)

        def _parse_schedule(data: object) -> AccessSchedule | None | Unset:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                schedule_type_0 = AccessSchedule.from_dict(data)

                return schedule_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(AccessSchedule | None | Unset, data)

        schedule = _parse_schedule(d.pop("schedule", UNSET))

        access_conditions = cls(
            users=users,
            groups=groups,
            identities=identities,
            identity_types=identity_types,
            applications=applications,
            locations=locations,
            ip_ranges=ip_ranges,
            countries=countries,
            device_platforms=device_platforms,
            device_trust=device_trust,
            risk_levels=risk_levels,
            client_types=client_types,
            schedule=schedule,
        )

        return access_conditions
