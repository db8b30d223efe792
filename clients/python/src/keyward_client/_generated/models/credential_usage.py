from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.usage_addresses_item import UsageAddressesItem
    from ..models.usage_days_item import UsageDaysItem


T = TypeVar("T", bound="CredentialUsage")


@_attrs_define
class CredentialUsage:
    """How often a credential was used, day by day and address by address

    Example:
        {'credentialId': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'usageCount': 3, 'maxUsageCount': None, 'remainingUses':
            None, 'lastUsedAt': '2026-01-15T10:30:00.000Z', 'days': [{'date': '2026-01-14', 'total': 1, 'verify': 1, 'api':
            0}, {'date': '2026-01-15', 'total': 2, 'verify': 2, 'api': 0}], 'addressCount': 1, 'addresses': [{'address':
            '203.0.113.7', 'total': 3, 'verify': 3, 'api': 0, 'firstDay': '2026-01-14', 'lastDay': '2026-01-15'}]}

    Attributes:
        credential_id (str):
        usage_count (int): Uses since creation or the last rotation
        max_usage_count (int | None): How often it may be used; null means without limit
        remaining_uses (int | None):
        last_used_at (datetime.datetime | None):
        days (list[UsageDaysItem]): Every day of the window in UTC, oldest first, rotations included Example: [{'date':
            '2026-01-14', 'total': 1, 'verify': 1, 'api': 0}, {'date': '2026-01-15', 'total': 2, 'verify': 2, 'api': 0}].
        address_count (int): From how many addresses it was used within the window Example: 1.
        addresses (list[UsageAddressesItem]): The addresses of most uses within the window, at most 100 of them Example:
            [{'address': '203.0.113.7', 'total': 3, 'verify': 3, 'api': 0, 'firstDay': '2026-01-14', 'lastDay':
            '2026-01-15'}].
    """

    credential_id: str
    usage_count: int
    max_usage_count: int | None
    remaining_uses: int | None
    last_used_at: datetime.datetime | None
    days: list[UsageDaysItem]
    address_count: int
    addresses: list[UsageAddressesItem]

    def to_dict(self) -> dict[str, Any]:
        credential_id = self.credential_id

        usage_count = self.usage_count

        max_usage_count: int | None
        max_usage_count = self.max_usage_count

        remaining_uses: int | None
        remaining_uses = self.remaining_uses

        last_used_at: None | str
        if isinstance(self.last_used_at, datetime.datetime):
            last_used_at = self.last_used_at.isoformat()
        else:
            last_used_at = self.last_used_at

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
                "credentialId": credential_id,
                "usageCount": usage_count,
                "maxUsageCount": max_usage_count,
                "remainingUses": remaining_uses,
                "lastUsedAt": last_used_at,
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
        credential_id = d.pop("credentialId")

        usage_count = d.pop("usageCount")

        def _parse_max_usage_count(data: object) -> int | None:
            return cast(int | None, data)

        max_usage_count = _parse_max_usage_count(d.pop("maxUsageCount"))

        def _parse_remaining_uses(data: object) -> int | None:
            return cast(int | None, data)

        remaining_uses = _parse_remaining_uses(d.pop("remainingUses"))

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

        credential_usage = cls(
            credential_id=credential_id,
            usage_count=usage_count,
            max_usage_count=max_usage_count,
            remaining_uses=remaining_uses,
            last_used_at=last_used_at,
            days=days,
            address_count=address_count,
            addresses=addresses,
        )

        return credential_usage
