from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.outcome_count import OutcomeCount


T = TypeVar("T", bound="OutcomesOfDay")


@_attrs_define
class OutcomesOfDay:
    """The verifications of a day

    Example:
        {'date': '2026-01-15', 'codes': [{'code': 'EXPIRED', 'count': 37}, {'code': 'VALID', 'count': 20411}]}

    Attributes:
        date (datetime.date):
        codes (list[OutcomeCount]): The codes that occurred
    """

    date: datetime.date
    codes: list[OutcomeCount]

    def to_dict(self) -> dict[str, Any]:
        date = self.date.isoformat()

        codes = []
        for codes_item_data in self.codes:
            codes_item = codes_item_data.to_dict()

            codes.append(codes_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "date": date,
                "codes": codes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.outcome_count import OutcomeCount  # noqa: PLC0415

        d = dict(src_dict)
        date = datetime.date.fromisoformat(d.pop("date"))

        codes = []
        _codes = d.pop("codes")
        for codes_item_data in _codes:
            codes_item = OutcomeCount.from_dict(codes_item_data)

            codes.append(codes_item)

        outcomes_of_day = cls(
            date=date,
            codes=codes,
        )

        return outcomes_of_day
