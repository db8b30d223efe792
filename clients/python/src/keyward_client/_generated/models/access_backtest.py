from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.access_backtest_status import AccessBacktestStatus

if TYPE_CHECKING:
    from ..models.access_backtest_result import AccessBacktestResult


T = TypeVar("T", bound="AccessBacktest")


@_attrs_define
class AccessBacktest:
    """A back-test of a draft

    Example:
        {'id': 'cab_01kahz5v3be4nr7q2m8x9c0d1e', 'status': 'COMPLETED', 'policyName': 'Block outside the office',
            'inPlaceOf': None, 'from': '2026-01-15T00:00:00.000Z', 'to': '2026-01-16T00:00:00.000Z', 'result': {'days':
            [{'day': '2026-01-15', 'users': {'judged': 120, 'allowed': 0, 'blocked': 3, 'asked': 0, 'changed': 3},
            'machines': {'judged': 0, 'allowed': 0, 'blocked': 0, 'asked': 0, 'changed': 0}}], 'users': 1, 'identities': 0,
            'missing': [{'condition': 'deviceTrust', 'users': 4, 'machines': 0}], 'isPartial': False, 'examples': [{'day':
            '2026-01-15', 'userId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'identityId': None, 'decision': 'BLOCK',
            'application': 'cli_01kahz5v3be4nr7q2m8x9c0d1e', 'attempts': 3}]}, 'startedAt': '2026-01-16T10:30:00.000Z',
            'endedAt': '2026-01-16T10:30:02.000Z', 'createdBy': 'cred_01kahz5v3be4nr7q2m8x9c0d1e', 'createdAt':
            '2026-01-16T10:30:00.000Z'}

    Attributes:
        id (str):
        status (AccessBacktestStatus | str): How far a back-test is
        policy_name (str): The name of the draft
        in_place_of (None | str): The ID of a present policy that is not asked, because the draft is to replace it
        from_ (datetime.datetime):
        to (datetime.datetime):
        result (AccessBacktestResult | None):
        started_at (datetime.datetime | None):
        ended_at (datetime.datetime | None):
        created_by (None | str):
        created_at (datetime.datetime):
    """

    id: str
    status: AccessBacktestStatus | str
    policy_name: str
    in_place_of: None | str
    from_: datetime.datetime
    to: datetime.datetime
    result: AccessBacktestResult | None
    started_at: datetime.datetime | None
    ended_at: datetime.datetime | None
    created_by: None | str
    created_at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        from ..models.access_backtest_result import AccessBacktestResult  # noqa: PLC0415

        id = self.id

        status: str
        status = self.status

        policy_name = self.policy_name

        in_place_of: None | str
        in_place_of = self.in_place_of

        from_ = self.from_.isoformat()

        to = self.to.isoformat()

        result: dict[str, Any] | None
        if isinstance(self.result, AccessBacktestResult):
            result = self.result.to_dict()

        else:
            result = self.result

        started_at: None | str
        if isinstance(self.started_at, datetime.datetime):
            started_at = self.started_at.isoformat()
        else:
            started_at = self.started_at

        ended_at: None | str
        if isinstance(self.ended_at, datetime.datetime):
            ended_at = self.ended_at.isoformat()
        else:
            ended_at = self.ended_at

        created_by: None | str
        created_by = self.created_by

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "status": status,
                "policyName": policy_name,
                "inPlaceOf": in_place_of,
                "from": from_,
                "to": to,
                "result": result,
                "startedAt": started_at,
                "endedAt": ended_at,
                "createdBy": created_by,
                "createdAt": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.access_backtest_result import AccessBacktestResult  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        def _parse_status(data: object) -> AccessBacktestStatus | str:
            return cast(AccessBacktestStatus | str, data)

        status = _parse_status(d.pop("status"))

        policy_name = d.pop("policyName")

        def _parse_in_place_of(data: object) -> None | str:
            return cast(None | str, data)

        in_place_of = _parse_in_place_of(d.pop("inPlaceOf"))

        from_ = datetime.datetime.fromisoformat(d.pop("from").replace("Z", "+00:00"))

        to = datetime.datetime.fromisoformat(d.pop("to").replace("Z", "+00:00"))

        def _parse_result(data: object) -> AccessBacktestResult | None:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                result_type_0 = AccessBacktestResult.from_dict(data)

                return result_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(AccessBacktestResult | None, data)

        result = _parse_result(d.pop("result"))

        def _parse_started_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                started_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return started_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        started_at = _parse_started_at(d.pop("startedAt"))

        def _parse_ended_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                ended_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return ended_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        ended_at = _parse_ended_at(d.pop("endedAt"))

        def _parse_created_by(data: object) -> None | str:
            return cast(None | str, data)

        created_by = _parse_created_by(d.pop("createdBy"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        access_backtest = cls(
            id=id,
            status=status,
            policy_name=policy_name,
            in_place_of=in_place_of,
            from_=from_,
            to=to,
            result=result,
            started_at=started_at,
            ended_at=ended_at,
            created_by=created_by,
            created_at=created_at,
        )

        return access_backtest
