from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.connection import Connection
    from ..models.page_pagination import PagePagination


T = TypeVar("T", bound="ConnectionList")


@_attrs_define
class ConnectionList:
    """A page of connections

    Example:
        {'data': [{'id': 'fed_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'OIDC', 'name': 'Acme', 'status': 'ACTIVE',
            'isDraft': False, 'health': 'HEALTHY', 'domains': ['acme.example'], 'enforced': False, 'jitProvisioning': True,
            'accountLinking': 'VERIFIED_DOMAIN', 'attributeMapping': {}, 'groupMapping': [], 'allowedGroups': None,
            'logoutUpstream': False, 'lastTestedAt': '2026-01-15T10:30:00.000Z', 'lastLoginAt': None, 'lastError': None,
            'metadataRefreshedAt': '2026-01-15T10:30:00.000Z', 'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt':
            '2026-01-15T10:30:00.000Z', 'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1f'}], 'pagination': {'page': 1, 'limit':
            20, 'total': 1, 'totalPages': 1, 'hasMore': False}}

    Attributes:
        data (list[Connection]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[Connection]
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
        from ..models.connection import Connection  # noqa: PLC0415
        from ..models.page_pagination import PagePagination  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = Connection.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        connection_list = cls(
            data=data,
            pagination=pagination,
        )

        return connection_list
