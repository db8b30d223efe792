from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.identity_overview_by_status import IdentityOverviewByStatus
    from ..models.risky_identity import RiskyIdentity


T = TypeVar("T", bound="IdentityOverview")


@_attrs_define
class IdentityOverview:
    """Identities that are not deleted, by their status now

    Example:
        {'byStatus': {'ACTIVE': 40, 'SUSPENDED': 1, 'REVOKED': 2}, 'riskiest': [{'id': 'idn_01kahz5v3be4nr7q2m8x9c0d1e',
            'name': 'deploy-bot', 'riskScore': 85}], 'isCapped': False}

    Attributes:
        by_status (IdentityOverviewByStatus): How many have each status
        riskiest (list[RiskyIdentity]): The identities with the highest risk scores above 0 that are not revoked, the
            riskiest first
        is_capped (bool): Whether there are more than were counted. Each number is then the least that there are
    """

    by_status: IdentityOverviewByStatus
    riskiest: list[RiskyIdentity]
    is_capped: bool

    def to_dict(self) -> dict[str, Any]:
        by_status = self.by_status.to_dict()

        riskiest = []
        for riskiest_item_data in self.riskiest:
            riskiest_item = riskiest_item_data.to_dict()

            riskiest.append(riskiest_item)

        is_capped = self.is_capped

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "byStatus": by_status,
                "riskiest": riskiest,
                "isCapped": is_capped,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.identity_overview_by_status import IdentityOverviewByStatus  # noqa: PLC0415
        from ..models.risky_identity import RiskyIdentity  # noqa: PLC0415

        d = dict(src_dict)
        by_status = IdentityOverviewByStatus.from_dict(d.pop("byStatus"))

        riskiest = []
        _riskiest = d.pop("riskiest")
        for riskiest_item_data in _riskiest:
            riskiest_item = RiskyIdentity.from_dict(riskiest_item_data)

            riskiest.append(riskiest_item)

        is_capped = d.pop("isCapped")

        identity_overview = cls(
            by_status=by_status,
            riskiest=riskiest,
            is_capped=is_capped,
        )

        return identity_overview
