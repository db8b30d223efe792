from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.outcomes_of_credential import OutcomesOfCredential
    from ..models.outcomes_of_day import OutcomesOfDay


T = TypeVar("T", bound="VerificationOutcomes")


@_attrs_define
class VerificationOutcomes:
    """Verifications by day, by code and by credential

    Example:
        {'days': [{'date': '2026-01-15', 'codes': [{'code': 'EXPIRED', 'count': 37}, {'code': 'VALID', 'count':
            20411}]}], 'credentials': [{'credentialId': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy key',
            'identityId': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'identityName': 'deploy-bot', 'codes': [{'code': 'EXPIRED',
            'count': 37}]}], 'isCapped': False}

    Attributes:
        days (list[OutcomesOfDay]): Each day in UTC, today included, the oldest first
        credentials (list[OutcomesOfCredential]): The credentials with the most refusals, these first
        is_capped (bool): Whether more rows or credentials exist than this report reads. The numbers of credentials, and
            with a filter those of days, are then the least that there are
    """

    days: list[OutcomesOfDay]
    credentials: list[OutcomesOfCredential]
    is_capped: bool

    def to_dict(self) -> dict[str, Any]:
        days = []
        for days_item_data in self.days:
            days_item = days_item_data.to_dict()

            days.append(days_item)

        credentials = []
        for credentials_item_data in self.credentials:
            credentials_item = credentials_item_data.to_dict()

            credentials.append(credentials_item)

        is_capped = self.is_capped

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "days": days,
                "credentials": credentials,
                "isCapped": is_capped,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.outcomes_of_credential import OutcomesOfCredential  # noqa: PLC0415
        from ..models.outcomes_of_day import OutcomesOfDay  # noqa: PLC0415

        d = dict(src_dict)
        days = []
        _days = d.pop("days")
        for days_item_data in _days:
            days_item = OutcomesOfDay.from_dict(days_item_data)

            days.append(days_item)

        credentials = []
        _credentials = d.pop("credentials")
        for credentials_item_data in _credentials:
            credentials_item = OutcomesOfCredential.from_dict(credentials_item_data)

            credentials.append(credentials_item)

        is_capped = d.pop("isCapped")

        verification_outcomes = cls(
            days=days,
            credentials=credentials,
            is_capped=is_capped,
        )

        return verification_outcomes
