from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.connection_trace import ConnectionTrace
    from ..models.page_pagination import PagePagination


T = TypeVar("T", bound="ConnectionTraceList")


@_attrs_define
class ConnectionTraceList:
    """A page of the last sign-ins of a connection

    Example:
        {'data': [{'id': 'trc_01kahz5v3be4nr7q2m8x9c0d1e', 'at': '2026-01-15T10:30:00.000Z', 'outcome': 'FAILED',
            'verified': True, 'step': 'LINKING', 'reason': 'The identity provider does not vouch for the email address',
            'reference': 'req_01kahz5v3be4nr7q2m8x9c0d1f', 'userId': None, 'claims': [{'name': 'email', 'value': None},
            {'name': 'email_verified', 'value': 'false'}], 'truncated': False, 'message': None, 'test': False}],
            'pagination': {'page': 1, 'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}}

    Attributes:
        data (list[ConnectionTrace]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[ConnectionTrace]
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
        from ..models.connection_trace import ConnectionTrace  # noqa: PLC0415
        from ..models.page_pagination import PagePagination  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = ConnectionTrace.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        connection_trace_list = cls(
            data=data,
            pagination=pagination,
        )

        return connection_trace_list
