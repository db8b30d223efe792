from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.credential_overview_by_status import CredentialOverviewByStatus


T = TypeVar("T", bound="CredentialOverview")


@_attrs_define
class CredentialOverview:
    """Credentials that are not deleted, by their status now

    Example:
        {'byStatus': {'ACTIVE': 118, 'EXPIRED': 4, 'REVOKED': 12, 'SUSPENDED': 1}, 'expiringSoon': 3, 'unused': 9,
            'isCapped': False}

    Attributes:
        by_status (CredentialOverviewByStatus): How many have each status
        expiring_soon (int): Active ones that expire within 30 days
        unused (int): Active and suspended ones that were not used for 90 days, as `listUnusedCredentials` lists them
        is_capped (bool): Whether there are more than were counted. Each number is then the least that there are
    """

    by_status: CredentialOverviewByStatus
    expiring_soon: int
    unused: int
    is_capped: bool

    def to_dict(self) -> dict[str, Any]:
        by_status = self.by_status.to_dict()

        expiring_soon = self.expiring_soon

        unused = self.unused

        is_capped = self.is_capped

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "byStatus": by_status,
                "expiringSoon": expiring_soon,
                "unused": unused,
                "isCapped": is_capped,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.credential_overview_by_status import CredentialOverviewByStatus  # noqa: PLC0415

        d = dict(src_dict)
        by_status = CredentialOverviewByStatus.from_dict(d.pop("byStatus"))

        expiring_soon = d.pop("expiringSoon")

        unused = d.pop("unused")

        is_capped = d.pop("isCapped")

        credential_overview = cls(
            by_status=by_status,
            expiring_soon=expiring_soon,
            unused=unused,
            is_capped=is_capped,
        )

        return credential_overview
