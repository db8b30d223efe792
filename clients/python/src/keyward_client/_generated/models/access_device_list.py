from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.access_device import AccessDevice
    from ..models.page_pagination import PagePagination


T = TypeVar("T", bound="AccessDeviceList")


@_attrs_define
class AccessDeviceList:
    """A page of devices, by ID

    Example:
        {'data': [{'id': 'C02XK1ABJG5H', 'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'platform': 'macos', 'trust':
            'compliant', 'trustExpiresAt': '2026-01-16T10:30:00.000Z', 'certificateThumbprints':
            ['3a1f0c5b9de27468a0b1c2d3e4f5061728394a5b6c7d8e9f0a1b2c3d4e5f6071'], 'createdBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt':
            '2026-01-15T10:30:00.000Z'}], 'pagination': {'page': 1, 'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore':
            False}}

    Attributes:
        data (list[AccessDevice]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[AccessDevice]
    pagination: PagePagination

    def to_dict(self) -> dict[str, Any]:
        data = []
        for data_item_data in self.data:
            data_item = data_item_data.to_dict()

            data.append(data_item)

        pagination = self.pagination.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "data": data,
                "pagination": pagination,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.access_device import AccessDevice  # noqa: PLC0415
        from ..models.page_pagination import PagePagination  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = AccessDevice.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        access_device_list = cls(
            data=data,
            pagination=pagination,
        )

        return access_device_list
