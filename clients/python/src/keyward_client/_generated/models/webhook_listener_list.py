from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.page_pagination import PagePagination
    from ..models.webhook_listener_core import WebhookListenerCore


T = TypeVar("T", bound="WebhookListenerList")


@_attrs_define
class WebhookListenerList:
    """A page of listeners

    Example:
        {'data': [{'id': 'wh_01kahz5v3be4nr7q2m8x9c0d1e', 'events': ['credential.rotated', 'credential.expired'],
            'connectBefore': '2026-01-15T10:31:00.000Z', 'createdAt': '2026-01-15T10:30:00.000Z', 'createdBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e'}], 'pagination': {'page': 1, 'limit': 20, 'total': 1, 'totalPages': 1,
            'hasMore': False}}

    Attributes:
        data (list[WebhookListenerCore]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[WebhookListenerCore]
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
        from ..models.webhook_listener_core import WebhookListenerCore  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = WebhookListenerCore.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        webhook_listener_list = cls(
            data=data,
            pagination=pagination,
        )

        return webhook_listener_list
