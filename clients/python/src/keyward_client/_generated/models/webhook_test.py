from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.webhook_test_status import WebhookTestStatus

if TYPE_CHECKING:
    from ..models.webhook_test_details import WebhookTestDetails


T = TypeVar("T", bound="WebhookTest")


@_attrs_define
class WebhookTest:
    """What came of a test event

    Example:
        {'status': 'SUCCESS', 'message': 'The endpoint accepted the test event', 'details': {'responseCode': 200,
            'latency': '123ms', 'responseBody': 'ok', 'error': None}}

    Attributes:
        status (str | WebhookTestStatus): Whether the endpoint answered 2xx
        message (str): For people
        details (WebhookTestDetails): What the endpoint answered
    """

    status: str | WebhookTestStatus
    message: str
    details: WebhookTestDetails

    def to_dict(self) -> dict[str, Any]:
        status: str
        status = self.status

        message = self.message

        details = self.details.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "status": status,
                "message": message,
                "details": details,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.webhook_test_details import WebhookTestDetails  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_status(data: object) -> str | WebhookTestStatus:
            return cast(str | WebhookTestStatus, data)

        status = _parse_status(d.pop("status"))

        message = d.pop("message")

        details = WebhookTestDetails.from_dict(d.pop("details"))

        webhook_test = cls(
            status=status,
            message=message,
            details=details,
        )

        return webhook_test
