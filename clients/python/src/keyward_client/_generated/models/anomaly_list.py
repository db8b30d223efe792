from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.anomaly import Anomaly
    from ..models.page_pagination import PagePagination


T = TypeVar("T", bound="AnomalyList")


@_attrs_define
class AnomalyList:
    """A page of anomalies

    Example:
        {'data': [{'id': 'ano_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'NEW_IP', 'severity': 'MEDIUM', 'score': 50,
            'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'credentialId': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'userId':
            None, 'description': 'Used from 203.0.113.7, from where it was never used before', 'evidence': {'address':
            '203.0.113.7', 'knownAddresses': 2, 'learnedSince': '2026-01-01T09:00:00.000Z', 'uses': 3}, 'status': 'OPEN',
            'note': None, 'occurrences': 1, 'detectedAt': '2026-01-15T10:30:00.000Z', 'lastSeenAt':
            '2026-01-15T10:30:00.000Z', 'closedAt': None, 'updatedAt': '2026-01-15T10:30:00.000Z'}], 'pagination': {'page':
            1, 'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}}

    Attributes:
        data (list[Anomaly]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[Anomaly]
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
        from ..models.anomaly import Anomaly  # noqa: PLC0415
        from ..models.page_pagination import PagePagination  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = Anomaly.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        anomaly_list = cls(
            data=data,
            pagination=pagination,
        )

        return anomaly_list
