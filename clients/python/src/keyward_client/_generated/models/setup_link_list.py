from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.page_pagination import PagePagination
    from ..models.setup_link_core import SetupLinkCore


T = TypeVar("T", bound="SetupLinkList")


@_attrs_define
class SetupLinkList:
    """A page of setup links

    Example:
        {'data': [{'id': 'fsl_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Acme', 'status': 'PENDING', 'domains':
            ['acme.example'], 'provedDomains': [], 'type': 'OIDC', 'connectionId': None, 'openedAt': None, 'finishedAt':
            None, 'expiresAt': '2026-01-22T10:30:00.000Z', 'createdAt': '2026-01-15T10:30:00.000Z', 'createdBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1f'}], 'pagination': {'page': 1, 'limit': 20, 'total': 1, 'totalPages': 1,
            'hasMore': False}}

    Attributes:
        data (list[SetupLinkCore]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[SetupLinkCore]
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
        from ..models.setup_link_core import SetupLinkCore  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = SetupLinkCore.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        setup_link_list = cls(
            data=data,
            pagination=pagination,
        )

        return setup_link_list
