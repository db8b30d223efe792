from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.access_backtest_day import AccessBacktestDay
    from ..models.access_backtest_example import AccessBacktestExample
    from ..models.access_missing_input import AccessMissingInput


T = TypeVar("T", bound="AccessBacktestResult")


@_attrs_define
class AccessBacktestResult:
    """What the draft would have decided

    Example:
        {'days': [{'day': '2026-01-15', 'users': {'judged': 120, 'allowed': 0, 'blocked': 3, 'asked': 0, 'changed': 3},
            'machines': {'judged': 0, 'allowed': 0, 'blocked': 0, 'asked': 0, 'changed': 0}}], 'users': 1, 'identities': 0,
            'missing': [{'condition': 'deviceTrust', 'users': 4, 'machines': 0}], 'isPartial': False, 'examples': [{'day':
            '2026-01-15', 'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'identityId': None, 'decision': 'BLOCK',
            'application': 'cli_01kahz5v3be4nr7q2m8x9c0d1e', 'attempts': 3}]}

    Attributes:
        days (list[AccessBacktestDay]):
        users (int): Users who would have been blocked or asked, 100,000 at most
        identities (int): Identities that would have been blocked, 100,000 at most
        missing (list[AccessMissingInput]):
        is_partial (bool): Whether the period has more than 5,000,000 decisions, or as many records of uses of keys. The
            rest was not replayed: choose a shorter period
        examples (list[AccessBacktestExample]):
    """

    days: list[AccessBacktestDay]
    users: int
    identities: int
    missing: list[AccessMissingInput]
    is_partial: bool
    examples: list[AccessBacktestExample]

    def to_dict(self) -> dict[str, Any]:
        days = []
        for days_item_data in self.days:
            days_item = days_item_data.to_dict()

            days.append(days_item)

        users = self.users

        identities = self.identities

        missing = []
        for missing_item_data in self.missing:
            missing_item = missing_item_data.to_dict()

            missing.append(missing_item)

        is_partial = self.is_partial

        examples = []
        for examples_item_data in self.examples:
            examples_item = examples_item_data.to_dict()

            examples.append(examples_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "days": days,
                "users": users,
                "identities": identities,
                "missing": missing,
                "isPartial": is_partial,
                "examples": examples,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.access_backtest_day import AccessBacktestDay  # noqa: PLC0415
        from ..models.access_backtest_example import AccessBacktestExample  # noqa: PLC0415
        from ..models.access_missing_input import AccessMissingInput  # noqa: PLC0415

        d = dict(src_dict)
        days = []
        _days = d.pop("days")
        for days_item_data in _days:
            days_item = AccessBacktestDay.from_dict(days_item_data)

            days.append(days_item)

        users = d.pop("users")

        identities = d.pop("identities")

        missing = []
        _missing = d.pop("missing")
        for missing_item_data in _missing:
            missing_item = AccessMissingInput.from_dict(missing_item_data)

            missing.append(missing_item)

        is_partial = d.pop("isPartial")

        examples = []
        _examples = d.pop("examples")
        for examples_item_data in _examples:
            examples_item = AccessBacktestExample.from_dict(examples_item_data)

            examples.append(examples_item)

        access_backtest_result = cls(
            days=days,
            users=users,
            identities=identities,
            missing=missing,
            is_partial=is_partial,
            examples=examples,
        )

        return access_backtest_result
