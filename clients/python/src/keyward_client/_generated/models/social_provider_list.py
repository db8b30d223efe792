from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.page_pagination import PagePagination
    from ..models.social_provider import SocialProvider


T = TypeVar("T", bound="SocialProviderList")


@_attrs_define
class SocialProviderList:
    """A page of providers

    Example:
        {'data': [{'id': 'soc_01kahz5v3be4nr7q2m8x9c0d1e', 'provider': 'google', 'name': 'Google', 'clientId':
            '1234567890-example.apps.googleusercontent.com', 'clientSecretSet': True, 'issuer': None, 'scopes': ['openid',
            'profile', 'email'], 'enabled': True, 'allowSignUp': True, 'accountLinking': 'EXPLICIT', 'allowedDomains': [],
            'callbackUrl':
            'https://id.example.com/login/org_01kahz5v3be4nr7q2m8x9c0d1e/social/soc_01kahz5v3be4nr7q2m8x9c0d1e/callback',
            'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt': '2026-01-15T10:30:00.000Z', 'updatedBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e'}], 'pagination': {'page': 1, 'limit': 20, 'total': 1, 'totalPages': 1,
            'hasMore': False}}

    Attributes:
        data (list[SocialProvider]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[SocialProvider]
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
        from ..models.social_provider import SocialProvider  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = SocialProvider.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        social_provider_list = cls(
            data=data,
            pagination=pagination,
        )

        return social_provider_list
