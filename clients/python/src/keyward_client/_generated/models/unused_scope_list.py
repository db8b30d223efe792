from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.credential_scopes import CredentialScopes
    from ..models.page_pagination import PagePagination


T = TypeVar("T", bound="UnusedScopeList")


@_attrs_define
class UnusedScopeList:
    """Which scopes of the credentials of an identity are used

    Example:
        {'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'windowDays': 90, 'data': [{'credentialId':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key', 'observation': 'OBSERVED', 'observedSince':
            '2025-09-01T10:30:00.000Z', 'scopes': ['deploy.*', 'secrets.*'], 'used': [{'scope': 'secrets.read',
            'firstUsedAt': '2025-11-01T10:30:00.000Z', 'lastUsedAt': '2026-01-15T10:30:00.000Z', 'uses': 42}], 'unused':
            ['deploy.*'], 'suggestion': ['secrets.read']}], 'pagination': {'page': 1, 'limit': 20, 'total': 1, 'totalPages':
            1, 'hasMore': False}}

    Attributes:
        identity_id (str):
        window_days (int):
        data (list[CredentialScopes]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    identity_id: str
    window_days: int
    data: list[CredentialScopes]
    pagination: PagePagination

    def to_dict(self) -> dict[str, Any]:
        identity_id = self.identity_id

        window_days = self.window_days

        data = []
        for data_item_data in self.data:
            data_item = data_item_data.to_dict()

            data.append(data_item)

        pagination = self.pagination.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "identityId": identity_id,
                "windowDays": window_days,
                "data": data,
                "pagination": pagination,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.credential_scopes import CredentialScopes  # noqa: PLC0415
        from ..models.page_pagination import PagePagination  # noqa: PLC0415

        d = dict(src_dict)
        identity_id = d.pop("identityId")

        window_days = d.pop("windowDays")

        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = CredentialScopes.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        unused_scope_list = cls(
            identity_id=identity_id,
            window_days=window_days,
            data=data,
            pagination=pagination,
        )

        return unused_scope_list
