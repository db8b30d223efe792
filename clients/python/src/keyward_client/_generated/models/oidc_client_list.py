from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.oidc_client_core import OidcClientCore
    from ..models.page_pagination import PagePagination


T = TypeVar("T", bound="OidcClientList")


@_attrs_define
class OidcClientList:
    """A page of clients

    Example:
        {'data': [{'clientId': 'cli_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Customer portal', 'description': None,
            'logoUri': None, 'clientUri': 'https://app.example.com/', 'initiateLoginUri': 'https://app.example.com/login',
            'status': 'ACTIVE', 'applicationType': 'web', 'redirectUris': ['https://app.example.com/callback'],
            'postLogoutRedirectUris': [], 'grantTypes': ['authorization_code', 'refresh_token'], 'responseTypes': ['code'],
            'scopes': ['openid', 'profile', 'email'], 'tokenEndpointAuthMethod': 'client_secret_basic',
            'idTokenSignedResponseAlg': 'RS256', 'jwks': None, 'jwksUri': None, 'requirePkce': True, 'accessTokenFormat':
            'jwt', 'accessTokenSigningAlg': 'ES256', 'accessTokenTtl': 3600, 'idTokenTtl': 3600, 'idTokenClaims': False,
            'refreshTokenTtl': 2592000, 'refreshTokenRotation': True, 'refreshReuseWindow': 30, 'consentRequired': True,
            'allowedOrigins': [], 'backchannelLogoutUri': None, 'subjectType': 'public', 'dpopBoundAccessTokens': False,
            'resources': [], 'servedResources': [], 'servedResourcesCopied': False, 'assertionAudiences': [],
            'allowedGroups': None, 'requirePushedAuthorizationRequests': False, 'requireSignedRequestObject': False,
            'requireIssuerAudience': False, 'profile': None, 'secretRotatedAt': '2026-01-15T10:30:00.000Z',
            'previousSecretExpiresAt': None, 'createdAt': '2026-01-15T10:30:00.000Z', 'updatedAt':
            '2026-01-15T10:30:00.000Z', 'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1f'}], 'pagination': {'page': 1, 'limit':
            20, 'total': 1, 'totalPages': 1, 'hasMore': False}}

    Attributes:
        data (list[OidcClientCore]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[OidcClientCore]
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
        from ..models.oidc_client_core import OidcClientCore  # noqa: PLC0415
        from ..models.page_pagination import PagePagination  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = OidcClientCore.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        oidc_client_list = cls(
            data=data,
            pagination=pagination,
        )

        return oidc_client_list
