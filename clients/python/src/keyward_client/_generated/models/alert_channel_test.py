from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.alert_channel_error import AlertChannelError
from ..models.alert_channel_test_status import (
    AlertChannelTestStatus,
)
from ..models.alert_channel_type import AlertChannelType

T = TypeVar("T", bound="AlertChannelTest")


@_attrs_define
class AlertChannelTest:
    """What became of the test message of one channel

    Example:
        {'id': 'alc_01kahz5v3be4nr7q2m8x9c0d1e', 'type': 'SLACK', 'status': 'SENT', 'error': None}

    Attributes:
        id (str):
        type_ (AlertChannelType | str): Where an alert of a rule is sent. `EMAIL` sends mails to users. The others send
            a message in the format of the product. Mattermost and Rocket.Chat also accept the format of `SLACK`
        status (AlertChannelTestStatus | str): `SENT` was accepted by the receiver. `QUEUED` will be sent as mails.
            `FAILED` was not accepted
        error (AlertChannelError | None | str): Null unless it failed
    """

    id: str
    type_: AlertChannelType | str
    status: AlertChannelTestStatus | str
    error: AlertChannelError | None | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        type_: str
        type_ = self.type_

        status: str
        status = self.status

        error: None | str
        error = self.error

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "type": type_,
                "status": status,
                "error": error,
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

        def _parse_status(data: object) -> AlertChannelTestStatus | str:
            return cast(AlertChannelTestStatus | str, data)

        status = _parse_status(d.pop("status"))

        def _parse_error(data: object) -> AlertChannelError | None | str:
            return cast(AlertChannelError | None | str, data)

        error = _parse_error(d.pop("error"))

        alert_channel_test = cls(
            id=id,
            type_=type_,
            status=status,
            error=error,
        )

        return alert_channel_test
