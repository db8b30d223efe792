from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.page_pagination import PagePagination
    from ..models.recorded_access_decision import RecordedAccessDecision


T = TypeVar("T", bound="RecordedAccessDecisionList")


@_attrs_define
class RecordedAccessDecisionList:
    """A page of decisions, the newest first

    Example:
        {'data': [{'id': 'cad_01kahz5v3be4nr7q2m8x9c0d1e', 'timestamp': '2026-01-15T10:30:00.000Z', 'subject': 'user',
            'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'identityId': None, 'credentialId': None, 'application':
            'cli_01kahz5v3be4nr7q2m8x9c0d1e', 'decision': 'BLOCK', 'outcome': 'DENIED', 'requirements': [], 'policyId':
            'cap_01kahz5v3be4nr7q2m8x9c0d1e', 'policyName': 'Block outside the office', 'attempts': 1, 'inputs': {'groups':
            ['grp_01kahz5v3be4nr7q2m8x9c0d1e'], 'identityType': None, 'ipAddress': '198.51.100.1', 'country': 'DE',
            'devicePlatform': 'macos', 'deviceTrust': 'unknown', 'riskLevel': 'LOW', 'clientType': 'browser', 'isAgent':
            False}, 'risk': {'score': 25, 'level': 'LOW', 'reasons': [{'kind': 'NEW_COUNTRY', 'weight': 25}]}, 'outcomes':
            [{'policyId': 'cap_01kahz5v3be4nr7q2m8x9c0d1e', 'policyName': 'Block outside the office', 'status': 'ENABLED',
            'applies': True, 'reasons': ['locations: the location matches']}], 'outcomesLeftOut': 0, 'requestId':
            'req_01kahz5v3be4nr7q2m8x9c0d1e'}], 'pagination': {'page': 1, 'limit': 20, 'total': 1, 'totalPages': 1,
            'hasMore': False}}

    Attributes:
        data (list[RecordedAccessDecision]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[RecordedAccessDecision]
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
        from ..models.recorded_access_decision import RecordedAccessDecision  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = RecordedAccessDecision.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        recorded_access_decision_list = cls(
            data=data,
            pagination=pagination,
        )

        return recorded_access_decision_list
