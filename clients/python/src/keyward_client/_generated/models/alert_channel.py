from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.alert_channel_error import AlertChannelError
from ..models.alert_channel_type import AlertChannelType
from ..models.pager_duty_region import PagerDutyRegion

T = TypeVar("T", bound="AlertChannel")


@_attrs_define
class AlertChannel:
    """A place that the alerts of a rule are sent to. Its address and its routing key are never shown

    Example:
        {'id': 'alc_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'SLACK', 'host': 'hooks.slack.com', 'region': None, 'userIds':
            [], 'lastSuccessAt': '2026-01-15T10:30:00.000Z', 'lastFailureAt': None, 'lastError': None}

    Attributes:
        id (str):
        type_ (AlertChannelType | str): Where an alert of a rule is sent. `EMAIL` sends mails to users. The others send
            a message in the format of the product. Mattermost and Rocket.Chat also accept the format of `SLACK`
        host (None | str): The host of its address; null for `EMAIL`
        region (None | PagerDutyRegion | str): Only `PAGERDUTY` has one
        user_ids (list[str]): Who gets the mails of `EMAIL`; empty for other types
        last_success_at (datetime.datetime | None): When a message was last accepted
        last_failure_at (datetime.datetime | None): When a message was last not accepted
        last_error (AlertChannelError | None | str): Why the last one that failed was not accepted
    """

    id: str
    type_: AlertChannelType | str
    host: None | str
    region: None | PagerDutyRegion | str
    user_ids: list[str]
    last_success_at: datetime.datetime | None
    last_failure_at: datetime.datetime | None
    last_error: AlertChannelError | None | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        type_: str
        type_ = self.type_

        host: None | str
        host = self.host

        region: None | str
        region = self.region

        user_ids = self.user_ids

        last_success_at: None | str
        if isinstance(self.last_success_at, datetime.datetime):
            last_success_at = self.last_success_at.isoformat()
        else:
            last_success_at = self.last_success_at

        last_failure_at: None | str
        if isinstance(self.last_failure_at, datetime.datetime):
            last_failure_at = self.last_failure_at.isoformat()
        else:
            last_failure_at = self.last_failure_at

        last_error: None | str
        last_error = self.last_error

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "type": type_,
                "host": host,
                "region": region,
                "userIds": user_ids,
                "lastSuccessAt": last_success_at,
                "lastFailureAt": last_failure_at,
                "lastError": last_error,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        def _parse_type_(data: object) -> AlertChannelType | str:
            return cast(AlertChannelType | str, data)

        type_ = _parse_type_(d.pop("type"))

        def _parse_host(data: object) -> None | str:
            return cast(None | str, data)

        host = _parse_host(d.pop("host"))

        def _parse_region(data: object) -> None | PagerDutyRegion | str:
            return cast(None | PagerDutyRegion | str, data)

        region = _parse_region(d.pop("region"))

        user_ids = cast(list[str], d.pop("userIds"))

        def _parse_last_success_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_success_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return last_success_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_success_at = _parse_last_success_at(d.pop("lastSuccessAt"))

        def _parse_last_failure_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_failure_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return last_failure_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_failure_at = _parse_last_failure_at(d.pop("lastFailureAt"))

        def _parse_last_error(data: object) -> AlertChannelError | None | str:
            return cast(AlertChannelError | None | str, data)

        last_error = _parse_last_error(d.pop("lastError"))

        alert_channel = cls(
            id=id,
            type_=type_,
            host=host,
            region=region,
            user_ids=user_ids,
            last_success_at=last_success_at,
            last_failure_at=last_failure_at,
            last_error=last_error,
        )

        return alert_channel
