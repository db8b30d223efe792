from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.page_pagination import PagePagination
    from ..models.webhook_with_stats import WebhookWithStats


T = TypeVar("T", bound="WebhookList")


@_attrs_define
class WebhookList:
    """A page of webhooks

    Example:
        {'data': [{'id': 'wh_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Secret store', 'url':
            'https://hooks.example.com/keyward', 'events': ['credential.rotated', 'credential.expired'], 'status': 'ACTIVE',
            'ordering': 'NONE', 'previousSecretExpiresAt': None, 'failingSince': None, 'disabledAt': None, 'createdAt':
            '2026-01-15T10:30:00.000Z', 'updatedAt': '2026-01-15T10:30:00.000Z', 'createdBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'signingSecret': 'whsec_********', 'stats': {'totalDeliveries': 12,
            'successfulDeliveries': 11, 'failedDeliveries': 1, 'lastDeliveryAt': '2026-01-15T10:30:00.000Z',
            'lastDeliveryStatus': 'SUCCESS', 'lastLatencyMs': 84, 'lastSuccessAt': '2026-01-15T10:30:00.000Z',
            'deadLetters': 1}}], 'pagination': {'page': 1, 'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}}

    Attributes:
        data (list[WebhookWithStats]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[WebhookWithStats]
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
        from ..models.page_pagination import PagePagination  # noqa: PLC0415
        from ..models.webhook_with_stats import WebhookWithStats  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = WebhookWithStats.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        webhook_list = cls(
            data=data,
            pagination=pagination,
        )

        return webhook_list
