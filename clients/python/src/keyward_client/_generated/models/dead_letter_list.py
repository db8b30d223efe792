from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.dead_letter_core import DeadLetterCore
    from ..models.page_pagination import PagePagination


T = TypeVar("T", bound="DeadLetterList")


@_attrs_define
class DeadLetterList:
    """A page of dead letters

    Example:
        {'data': [{'id': 'dlq_01kahz5v3be4nr7q2m8x9c0d1e', 'deliveryId': 'dlv_01kahz5v3be4nr7q2m8x9c0d1e', 'eventId':
            'evt_01kahz5v3be4nr7q2m8x9c0d1e', 'eventType': 'credential.rotated', 'eventAt': '2026-01-15T10:30:00.000Z',
            'resourceId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'attemptCount': 6, 'lastAttempt': {'attempt': 6, 'at':
            '2026-01-16T01:06:00.000Z', 'responseCode': 503, 'latency': '123ms', 'error': 'HTTP_STATUS', 'responseBody':
            'down'}, 'failedAt': '2026-01-16T01:06:00.000Z', 'expiresAt': '2026-02-15T01:06:00.000Z'}], 'pagination':
            {'page': 1, 'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}}

    Attributes:
        data (list[DeadLetterCore]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[DeadLetterCore]
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
        from ..models.dead_letter_core import DeadLetterCore  # noqa: PLC0415
        from ..models.page_pagination import PagePagination  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = DeadLetterCore.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        dead_letter_list = cls(
            data=data,
            pagination=pagination,
        )

        return dead_letter_list
