from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.page_pagination import PagePagination
    from ..models.signing_key import SigningKey


T = TypeVar("T", bound="SigningKeyList")


@_attrs_define
class SigningKeyList:
    """A page of signing keys

    Example:
        {'data': [{'id': 'key_01kahz5v3be4nr7q2m8x9c0d1e', 'use': 'OIDC', 'algorithm': 'ES256', 'status': 'ACTIVE',
            'publicKey': {'kty': 'EC', 'kid': 'key_01kahz5v3be4nr7q2m8x9c0d1e', 'alg': 'ES256', 'use': 'sig', 'crv':
            'P-256', 'x': 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', 'y':
            'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'}, 'certificate': None, 'certificateExpiresAt': None, 'createdAt':
            '2026-01-15T10:30:00.000Z', 'activatesAt': '2026-01-15T10:30:00.000Z', 'retiredAt': None, 'removedAt': None}],
            'pagination': {'page': 1, 'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}}

    Attributes:
        data (list[SigningKey]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[SigningKey]
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
        from ..models.signing_key import SigningKey  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = SigningKey.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        signing_key_list = cls(
            data=data,
            pagination=pagination,
        )

        return signing_key_list
