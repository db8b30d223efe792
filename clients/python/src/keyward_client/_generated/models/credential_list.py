from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.credential_item import CredentialItem
    from ..models.credential_stats import CredentialStats
    from ..models.offset_pagination import OffsetPagination


T = TypeVar("T", bound="CredentialList")


@_attrs_define
class CredentialList:
    """A page of credentials, and counts of all of them

    Attributes:
        data (list[CredentialItem]):
        stats (CredentialStats): Counts over all credentials, regardless of filters Example: {'byStatus': {'ACTIVE': 1,
            'EXPIRED': 0, 'REVOKED': 0, 'SUSPENDED': 0}, 'expiringSoon': 0}.
        pagination (OffsetPagination): Where this page stands in the whole list, by offset Example: {'limit': 20,
            'offset': 0, 'total': 1, 'hasMore': False}.
    """

    data: list[CredentialItem]
    stats: CredentialStats
    pagination: OffsetPagination

    def to_dict(self) -> dict[str, Any]:
        data = []
        for data_item_data in self.data:
            data_item = data_item_data.to_dict()

            data.append(data_item)

        stats = self.stats.to_dict()

        pagination = self.pagination.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "data": data,
                "stats": stats,
                "pagination": pagination,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.credential_item import CredentialItem  # noqa: PLC0415
        from ..models.credential_stats import CredentialStats  # noqa: PLC0415
        from ..models.offset_pagination import OffsetPagination  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = CredentialItem.from_dict(data_item_data)

            data.append(data_item)

        stats = CredentialStats.from_dict(d.pop("stats"))

        pagination = OffsetPagination.from_dict(d.pop("pagination"))

        credential_list = cls(
            data=data,
            stats=stats,
            pagination=pagination,
        )

        return credential_list
