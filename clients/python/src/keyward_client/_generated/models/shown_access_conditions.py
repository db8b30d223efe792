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

if TYPE_CHECKING:
    from ..models.access_schedule import AccessSchedule
    from ..models.shown_access_selection import ShownAccessSelection
    from ..models.shown_access_type_selection import ShownAccessTypeSelection


T = TypeVar("T", bound="ShownAccessConditions")


@_attrs_define
class ShownAccessConditions:
    """The attempts that the policy applies to

    Example:
        {'users': {'include': [], 'exclude': []}, 'groups': {'include': [], 'exclude': []}, 'identities': {'include':
            [], 'exclude': []}, 'identityTypes': {'include': [], 'exclude': []}, 'applications': {'include': [], 'exclude':
            []}, 'locations': {'include': [], 'exclude': ['loc_01kahz5v3be4nr7q2m8x9c0d1e']}, 'ipRanges': [], 'countries':
            [], 'devicePlatforms': [], 'deviceTrust': [], 'riskLevels': [], 'clientTypes': ['browser'], 'schedule': None}

    Attributes:
        users (ShownAccessSelection): The included ones, or all if `include` is empty, and the exempt ones Example:
            {'include': [], 'exclude': ['grp_01kahz5v3be4nr7q2m8x9c0d1e']}.
        groups (ShownAccessSelection): The included ones, or all if `include` is empty, and the exempt ones Example:
            {'include': [], 'exclude': ['grp_01kahz5v3be4nr7q2m8x9c0d1e']}.
        identities (ShownAccessSelection): The included ones, or all if `include` is empty, and the exempt ones Example:
            {'include': [], 'exclude': ['grp_01kahz5v3be4nr7q2m8x9c0d1e']}.
        identity_types (ShownAccessTypeSelection): The included types of identities, or all if `include` is empty, and
            the exempt ones Example: {'include': ['CI_CD'], 'exclude': []}.
        applications (ShownAccessSelection): The included ones, or all if `include` is empty, and the exempt ones
            Example: {'include': [], 'exclude': ['grp_01kahz5v3be4nr7q2m8x9c0d1e']}.
        locations (ShownAccessSelection): The included ones, or all if `include` is empty, and the exempt ones Example:
            {'include': [], 'exclude': ['grp_01kahz5v3be4nr7q2m8x9c0d1e']}.
        ip_ranges (list[str]):
        countries (list[str]):
        device_platforms (list[DevicePlatform | str]):
        device_trust (list[DeviceTrust | str]):
        risk_levels (list[AccessRiskLevel | str]):
        client_types (list[AccessConditionClientType | str]):
        schedule (AccessSchedule | None):
    """

    users: ShownAccessSelection
    groups: ShownAccessSelection
    identities: ShownAccessSelection
    identity_types: ShownAccessTypeSelection
    applications: ShownAccessSelection
    locations: ShownAccessSelection
    ip_ranges: list[str]
    countries: list[str]
    device_platforms: list[DevicePlatform | str]
    device_trust: list[DeviceTrust | str]
    risk_levels: list[AccessRiskLevel | str]
    client_types: list[AccessConditionClientType | str]
    schedule: AccessSchedule | None

    def to_dict(self) -> dict[str, Any]:
        from ..models.access_schedule import AccessSchedule  # noqa: PLC0415

        users = self.users.to_dict()

        groups = self.groups.to_dict()

        identities = self.identities.to_dict()

        identity_types = self.identity_types.to_dict()

        applications = self.applications.to_dict()

        locations = self.locations.to_dict()

        ip_ranges = self.ip_ranges

        countries = self.countries

        device_platforms = []
        for device_platforms_item_data in self.device_platforms:
            device_platforms_item: str
            device_platforms_item = device_platforms_item_data
            device_platforms.append(device_platforms_item)

        device_trust = []
        for device_trust_item_data in self.device_trust:
            device_trust_item: str
            device_trust_item = device_trust_item_data
            device_trust.append(device_trust_item)

        risk_levels = []
        for risk_levels_item_data in self.risk_levels:
            risk_levels_item: str
            risk_levels_item = risk_levels_item_data
            risk_levels.append(risk_levels_item)

        client_types = []
        for client_types_item_data in self.client_types:
            client_types_item: str
            client_types_item = client_types_item_data
            client_types.append(client_types_item)

        schedule: dict[str, Any] | None
        if isinstance(self.schedule, AccessSchedule):
            schedule = self.schedule.to_dict()

        else:
            schedule = self.schedule

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "users": users,
                "groups": groups,
                "identities": identities,
                "identityTypes": identity_types,
                "applications": applications,
                "locations": locations,
                "ipRanges": ip_ranges,
                "countries": countries,
                "devicePlatforms": device_platforms,
                "deviceTrust": device_trust,
                "riskLevels": risk_levels,
                "clientTypes": client_types,
                "schedule": schedule,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.access_schedule import AccessSchedule  # noqa: PLC0415
        from ..models.shown_access_selection import ShownAccessSelection  # noqa: PLC0415
        from ..models.shown_access_type_selection import ShownAccessTypeSelection  # noqa: PLC0415

        d = dict(src_dict)
        users = ShownAccessSelection.from_dict(d.pop("users"))

        groups = ShownAccessSelection.from_dict(d.pop("groups"))

        identities = ShownAccessSelection.from_dict(d.pop("identities"))

        identity_types = ShownAccessTypeSelection.from_dict(d.pop("identityTypes"))

        applications = ShownAccessSelection.from_dict(d.pop("applications"))

        locations = ShownAccessSelection.from_dict(d.pop("locations"))

        ip_ranges = cast(list[str], d.pop("ipRanges"))

        countries = cast(list[str], d.pop("countries"))

        device_platforms = []
        _device_platforms = d.pop("devicePlatforms")
        for device_platforms_item_data in _device_platforms:

            def _parse_device_platforms_item(data: object) -> DevicePlatform | str:
                return cast(DevicePlatform | str, data)

            device_platforms_item = _parse_device_platforms_item(device_platforms_item_data)

            device_platforms.append(device_platforms_item)

        device_trust = []
        _device_trust = d.pop("deviceTrust")
        for device_trust_item_data in _device_trust:

            def _parse_device_trust_item(data: object) -> DeviceTrust | str:
                return cast(DeviceTrust | str, data)

            device_trust_item = _parse_device_trust_item(device_trust_item_data)

            device_trust.append(device_trust_item)

        risk_levels = []
        _risk_levels = d.pop("riskLevels")
        for risk_levels_item_data in _risk_levels:

            def _parse_risk_levels_item(data: object) -> AccessRiskLevel | str:
                return cast(AccessRiskLevel | str, data)

            risk_levels_item = _parse_risk_levels_item(risk_levels_item_data)

            risk_levels.append(risk_levels_item)

        client_types = []
        _client_types = d.pop("clientTypes")
        for client_types_item_data in _client_types:

            def _parse_client_types_item(data: object) -> AccessConditionClientType | str:
                return cast(AccessConditionClientType | str, data)

            client_types_item = _parse_client_types_item(client_types_item_data)

            client_types.append(client_types_item)

        def _parse_schedule(data: object) -> AccessSchedule | None:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                schedule_type_0 = AccessSchedule.from_dict(data)

                return schedule_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(AccessSchedule | None, data)

        schedule = _parse_schedule(d.pop("schedule"))

        shown_access_conditions = cls(
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

        return shown_access_conditions
