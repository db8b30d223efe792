from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.page_pagination import PagePagination
    from ..models.unused_credential import UnusedCredential


T = TypeVar("T", bound="UnusedCredentialList")


@_attrs_define
class UnusedCredentialList:
    """A page of unused credentials

    Example:
        {'data': [{'credentialId': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key', 'type': 'API_KEY', 'status':
            'ACTIVE', 'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'identityName': 'deploy-bot', 'ownerUserId':
            'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'ownerName': 'Ada Lovelace', 'scopes': ['secrets.read'], 'reason':
            'NEVER_USED', 'unusedSince': '2025-09-01T10:30:00.000Z', 'daysUnused': 136, 'lastUsedAt': None, 'createdAt':
            '2025-09-01T10:30:00.000Z', 'expiresAt': None}], 'pagination': {'page': 1, 'limit': 20, 'total': 1,
            'totalPages': 1, 'hasMore': False}}

    Attributes:
        data (list[UnusedCredential]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[UnusedCredential]
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
        from ..models.unused_credential import UnusedCredential  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = UnusedCredential.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        unused_credential_list = cls(
            data=data,
            pagination=pagination,
        )

        return unused_credential_list
