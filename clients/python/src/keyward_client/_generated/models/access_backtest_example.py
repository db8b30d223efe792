from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_decision import AccessDecision

T = TypeVar("T", bound="AccessBacktestExample")


@_attrs_define
class AccessBacktestExample:
    """Who would have been blocked or asked on a day, at most ten users and ten identities of each day

    Example:
        {'day': '2026-01-15', 'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'identityId': None, 'decision': 'BLOCK',
            'application': 'cli_01kahz5v3be4nr7q2m8x9c0d1e', 'attempts': 3}

    Attributes:
        day (datetime.date):
        user_id (None | str):
        identity_id (None | str):
        decision (AccessDecision | str): What an access policy decides. `REQUIRE` allows users who have met all
            `requirements`, and asks others for what is missing
        application (None | str): The application of the first attempt
        attempts (int): Attempts of the day with this decision
    """

    day: datetime.date
    user_id: None | str
    identity_id: None | str
    decision: AccessDecision | str
    application: None | str
    attempts: int

    def to_dict(self) -> dict[str, Any]:
        day = self.day.isoformat()

        user_id: None | str
        user_id = self.user_id

        identity_id: None | str
        identity_id = self.identity_id

        decision: str
        decision = self.decision

        application: None | str
        application = self.application

        attempts = self.attempts

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "day": day,
                "userId": user_id,
                "identityId": identity_id,
                "decision": decision,
                "application": application,
                "attempts": attempts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        day = datetime.date.fromisoformat(d.pop("day"))

        def _parse_user_id(data: object) -> None | str:
            return cast(None | str, data)

        user_id = _parse_user_id(d.pop("userId"))

        def _parse_identity_id(data: object) -> None | str:
            return cast(None | str, data)

        identity_id = _parse_identity_id(d.pop("identityId"))

        def _parse_decision(data: object) -> AccessDecision | str:
            return cast(AccessDecision | str, data)

        decision = _parse_decision(d.pop("decision"))

        def _parse_application(data: object) -> None | str:
            return cast(None | str, data)

        application = _parse_application(d.pop("application"))

        attempts = d.pop("attempts")

        access_backtest_example = cls(
            day=day,
            user_id=user_id,
            identity_id=identity_id,
            decision=decision,
            application=application,
            attempts=attempts,
        )

        return access_backtest_example
