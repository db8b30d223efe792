from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.oidc_resource import OidcResource
    from ..models.page_pagination import PagePagination


T = TypeVar("T", bound="OidcResourceList")


@_attrs_define
class OidcResourceList:
    """A page of resources

    Example:
        {'data': [{'id': 'rsc_01kahz5v3be4nr7q2m8x9c0d1e', 'identifier': 'https://mcp.example.com', 'name': 'Project
            tools', 'description': None, 'scopes': [{'name': 'projects:read', 'displayName': 'Read your projects',
            'description': None}], 'accessTokenTtl': 600, 'accessTokenFormat': 'jwt', 'clients': [], 'agents': True,
            'servedBy': ['cli_01kahz5v3be4nr7q2m8x9c0d1f'], 'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt':
            '2026-01-15T10:30:00.000Z', 'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1f'}], 'pagination': {'page': 1, 'limit':
            20, 'total': 1, 'totalPages': 1, 'hasMore': False}}

    Attributes:
        data (list[OidcResource]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[OidcResource]
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
        from ..models.oidc_resource import OidcResource  # noqa: PLC0415
        from ..models.page_pagination import PagePagination  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = OidcResource.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        oidc_resource_list = cls(
            data=data,
            pagination=pagination,
        )

        return oidc_resource_list
