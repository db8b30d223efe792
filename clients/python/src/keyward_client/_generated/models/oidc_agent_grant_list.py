from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.oidc_agent_grant import OidcAgentGrant
    from ..models.page_pagination import PagePagination


T = TypeVar("T", bound="OidcAgentGrantList")


@_attrs_define
class OidcAgentGrantList:
    """A page of users, with what they allowed

    Example:
        {'data': [{'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'userName': 'Ada Lovelace', 'scopes': ['openid'],
            'resources': [{'resource': 'https://mcp.example.com/', 'scopes': ['tickets.read']}], 'grantedAt':
            '2026-01-15T10:30:00.000Z', 'lastUsedAt': '2026-01-16T08:00:00.000Z'}], 'pagination': {'page': 1, 'limit': 20,
            'total': 1, 'totalPages': 1, 'hasMore': False}}

    Attributes:
        data (list[OidcAgentGrant]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[OidcAgentGrant]
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
        from ..models.oidc_agent_grant import OidcAgentGrant  # noqa: PLC0415
        from ..models.page_pagination import PagePagination  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = OidcAgentGrant.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        oidc_agent_grant_list = cls(
            data=data,
            pagination=pagination,
        )

        return oidc_agent_grant_list
