from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.oidc_connection import OidcConnection
    from ..models.page_pagination import PagePagination


T = TypeVar("T", bound="OidcConnectionList")


@_attrs_define
class OidcConnectionList:
    """A page of OpenID Connect connections

    Example:
        {'data': [{'id': 'fed_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'OIDC', 'name': 'Acme', 'status': 'ACTIVE', 'health':
            'HEALTHY', 'issuer': 'https://login.example.com', 'discoveryUrl': None, 'clientId': '0oa1b2c3d4',
            'clientSecretSet': True, 'tokenEndpointAuthMethod': 'client_secret_basic', 'scopes': ['openid', 'profile',
            'email'], 'pkce': True, 'userInfo': True, 'callbackUrl':
            'https://id.example.com/api/v1/federation/oidc/fed_01kahz5v3be4nr7q2m8x9c0d1e/callback', 'backchannelLogoutUrl':
            'https://id.example.com/api/v1/federation/oidc/fed_01kahz5v3be4nr7q2m8x9c0d1e/backchannel-logout',
            'logoutUpstream': False, 'postLogoutRedirectUrl':
            'https://id.example.com/api/v1/federation/oidc/fed_01kahz5v3be4nr7q2m8x9c0d1e/logged-out', 'domains':
            ['acme.example'], 'enforced': False, 'jitProvisioning': True, 'accountLinking': 'VERIFIED_DOMAIN', 'trustEmail':
            False, 'trustMfa': False, 'acceptAssertions': False, 'attributeMapping': {'firstName': {'from': ['given_name']},
            'department': {'from': ['department'], 'lowerCase': True}}, 'groupsClaim': 'groups', 'groupMapping': [],
            'allowedGroups': None, 'maxSessionSeconds': None, 'product': 'okta', 'lastTestedAt': '2026-01-15T10:30:00.000Z',
            'lastLoginAt': None, 'lastError': None, 'metadataRefreshedAt': '2026-01-15T10:30:00.000Z', 'createdAt':
            '2026-01-15T10:30:00.000Z', 'updatedAt': '2026-01-15T10:30:00.000Z', 'createdBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1f'}], 'pagination': {'page': 1, 'limit': 20, 'total': 1, 'totalPages': 1,
            'hasMore': False}}

    Attributes:
        data (list[OidcConnection]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[OidcConnection]
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
        from ..models.oidc_connection import OidcConnection  # noqa: PLC0415
        from ..models.page_pagination import PagePagination  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = OidcConnection.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        oidc_connection_list = cls(
            data=data,
            pagination=pagination,
        )

        return oidc_connection_list
