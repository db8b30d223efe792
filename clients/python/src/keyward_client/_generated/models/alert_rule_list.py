from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.alert_rule import AlertRule
    from ..models.page_pagination import PagePagination


T = TypeVar("T", bound="AlertRuleList")


@_attrs_define
class AlertRuleList:
    """A page of alert rules

    Example:
        {'data': [{'id': 'alr_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Production anomalies', 'events':
            ['anomaly.detected'], 'conditions': {'minSeverity': 'HIGH', 'identityTypes': None, 'tags': ['production']},
            'enabled': True, 'throttleSeconds': 300, 'channels': [{'id': 'alc_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'SLACK',
            'host': 'hooks.slack.com', 'region': None, 'userIds': [], 'lastSuccessAt': '2026-01-15T10:30:00.000Z',
            'lastFailureAt': None, 'lastError': None}], 'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt':
            '2026-01-15T10:30:00.000Z', 'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1e'}], 'pagination': {'page': 1, 'limit':
            20, 'total': 1, 'totalPages': 1, 'hasMore': False}}

    Attributes:
        data (list[AlertRule]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[AlertRule]
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
        from ..models.alert_rule import AlertRule  # noqa: PLC0415
        from ..models.page_pagination import PagePagination  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = AlertRule.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        alert_rule_list = cls(
            data=data,
            pagination=pagination,
        )

        return alert_rule_list
