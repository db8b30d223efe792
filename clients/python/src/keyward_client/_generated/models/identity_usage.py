from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.usage_addresses_item import UsageAddressesItem
    from ..models.usage_days_item import UsageDaysItem


T = TypeVar("T", bound="IdentityUsage")


@_attrs_define
class IdentityUsage:
    """How often the credentials of an identity were used, day by day and address by address

    Example:
        {'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'lastActivityAt': '2026-01-15T10:30:00.000Z',
            'credentialCount': 2, 'days': [{'date': '2026-01-15', 'total': 2, 'verify': 2, 'api': 0}], 'addressCount': 1,
            'addresses': [{'address': '203.0.113.7', 'total': 2, 'verify': 2, 'api': 0, 'firstDay': '2026-01-15', 'lastDay':
            '2026-01-15'}]}

    Attributes:
        identity_id (str):
        last_activity_at (datetime.datetime | None): When a credential of it was last used
        credential_count (int):
        days (list[UsageDaysItem]): Every day of the window in UTC, oldest first, rotations included Example: [{'date':
            '2026-01-14', 'total': 1, 'verify': 1, 'api': 0}, {'date': '2026-01-15', 'total': 2, 'verify': 2, 'api': 0}].
        address_count (int): From how many addresses it was used within the window Example: 1.
        addresses (list[UsageAddressesItem]): The addresses of most uses within the window, at most 100 of them Example:
            [{'address': '203.0.113.7', 'total': 3, 'verify': 3, 'api': 0, 'firstDay': '2026-01-14', 'lastDay':
            '2026-01-15'}].
    """

    identity_id: str
    last_activity_at: datetime.datetime | None
    credential_count: int
    days: list[UsageDaysItem]
    address_count: int
    addresses: list[UsageAddressesItem]

    def to_dict(self) -> dict[str, Any]:
        identity_id = self.identity_id

        last_activity_at: None | str
        if isinstance(self.last_activity_at, datetime.datetime):
            last_activity_at = self.last_activity_at.isoformat()
        else:
            last_activity_at = self.last_activity_at

        credential_count = self.credential_count

        days = []
        for componentsschemas_usage_days_item_data in self.days:
            componentsschemas_usage_days_item = componentsschemas_usage_days_item_data.to_dict()

            days.append(componentsschemas_usage_days_item)

        address_count = self.address_count

        addresses = []
        for componentsschemas_usage_addresses_item_data in self.addresses:
            componentsschemas_usage_addresses_item = (
                componentsschemas_usage_addresses_item_data.to_dict()
            )

            addresses.append(componentsschemas_usage_addresses_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "identityId": identity_id,
                "lastActivityAt": last_activity_at,
                "credentialCount": credential_count,
                "days": days,
                "addressCount": address_count,
                "addresses": addresses,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.usage_addresses_item import UsageAddressesItem  # noqa: PLC0415
        from ..models.usage_days_item import UsageDaysItem  # noqa: PLC0415

        d = dict(src_dict)
        identity_id = d.pop("identityId")

        def _parse_last_activity_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_activity_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return last_activity_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_activity_at = _parse_last_activity_at(d.pop("lastActivityAt"))

        credential_count = d.pop("credentialCount")

        days = []
        _days = d.pop("days")
        for componentsschemas_usage_days_item_data in _days:
            componentsschemas_usage_days_item = UsageDaysItem.from_dict(
                componentsschemas_usage_days_item_data
            )

            days.append(componentsschemas_usage_days_item)

        address_count = d.pop("addressCount")

        addresses = []
        _addresses = d.pop("addresses")
        for componentsschemas_usage_addresses_item_data in _addresses:
            componentsschemas_usage_addresses_item = UsageAddressesItem.from_dict(
                componentsschemas_usage_addresses_item_data
            )

            addresses.append(componentsschemas_usage_addresses_item)

        identity_usage = cls(
            identity_id=identity_id,
            last_activity_at=last_activity_at,
            credential_count=credential_count,
            days=days,
            address_count=address_count,
            addresses=addresses,
        )

        return identity_usage
