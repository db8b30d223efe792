from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.credential_stats_by_status import CredentialStatsByStatus


T = TypeVar("T", bound="CredentialStats")


@_attrs_define
class CredentialStats:
    """Counts over all credentials, regardless of filters

    Example:
        {'byStatus': {'ACTIVE': 1, 'EXPIRED': 0, 'REVOKED': 0, 'SUSPENDED': 0}, 'expiringSoon': 0}

    Attributes:
        by_status (CredentialStatsByStatus): How many have each status
        expiring_soon (int): Active ones that expire within 30 days
    """

    by_status: CredentialStatsByStatus
    expiring_soon: int

    def to_dict(self) -> dict[str, Any]:
        by_status = self.by_status.to_dict()

        expiring_soon = self.expiring_soon

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "byStatus": by_status,
                "expiringSoon": expiring_soon,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.credential_stats_by_status import CredentialStatsByStatus  # noqa: PLC0415

        d = dict(src_dict)
        by_status = CredentialStatsByStatus.from_dict(d.pop("byStatus"))

        expiring_soon = d.pop("expiringSoon")

        credential_stats = cls(
            by_status=by_status,
            expiring_soon=expiring_soon,
        )

        return credential_stats
