from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.access_policy import AccessPolicy
    from ..models.page_pagination import PagePagination


T = TypeVar("T", bound="AccessPolicyList")


@_attrs_define
class AccessPolicyList:
    """A page of policies, in the order in which they are asked

    Example:
        {'data': [{'id': 'cap_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Block outside the office', 'description': None,
            'priority': 100, 'status': 'REPORT_ONLY', 'conditions': {'users': {'include': [], 'exclude': []}, 'groups':
            {'include': [], 'exclude': []}, 'identities': {'include': [], 'exclude': []}, 'identityTypes': {'include': [],
            'exclude': []}, 'applications': {'include': [], 'exclude': []}, 'locations': {'include': [], 'exclude':
            ['loc_01kahz5v3be4nr7q2m8x9c0d1e']}, 'ipRanges': [], 'countries': [], 'devicePlatforms': [], 'deviceTrust': [],
            'riskLevels': [], 'clientTypes': ['browser'], 'schedule': None}, 'decision': 'BLOCK', 'requirements': [],
            'session': {'maxAgeSeconds': None, 'persistent': None}, 'matchCount': 0, 'lastMatchedAt': None, 'createdBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt':
            '2026-01-15T10:30:00.000Z'}], 'pagination': {'page': 1, 'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore':
            False}}

    Attributes:
        data (list[AccessPolicy]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[AccessPolicy]
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
        from ..models.access_policy import AccessPolicy  # noqa: PLC0415
        from ..models.page_pagination import PagePagination  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = AccessPolicy.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        access_policy_list = cls(
            data=data,
            pagination=pagination,
        )

        return access_policy_list
