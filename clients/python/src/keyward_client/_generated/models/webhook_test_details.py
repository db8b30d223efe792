from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.attempt_error import AttemptError

T = TypeVar("T", bound="WebhookTestDetails")


@_attrs_define
class WebhookTestDetails:
    """What the endpoint answered

    Attributes:
        response_code (int | None): Null when no answer came
        latency (str): How long it took, in milliseconds Example: 123ms.
        response_body (None | str): The first KiB; null when no answer came
        error (AttemptError | None | str): Why it failed
    """

    response_code: int | None
    latency: str
    response_body: None | str
    error: AttemptError | None | str

    def to_dict(self) -> dict[str, Any]:
        response_code: int | None
        response_code = self.response_code

        latency = self.latency

        response_body: None | str
        response_body = self.response_body

        error: None | str
        error = self.error

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "responseCode": response_code,
                "latency": latency,
                "responseBody": response_body,
                "error": error,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_response_code(data: object) -> int | None:
            return cast(int | None, data)

        response_code = _parse_response_code(d.pop("responseCode"))

        latency = d.pop("latency")

        def _parse_response_body(data: object) -> None | str:
            return cast(None | str, data)

        response_body = _parse_response_body(d.pop("responseBody"))

        def _parse_error(data: object) -> AttemptError | None | str:
            return cast(AttemptError | None | str, data)

        error = _parse_error(d.pop("error"))

        webhook_test_details = cls(
            response_code=response_code,
            latency=latency,
            response_body=response_body,
            error=error,
        )

        return webhook_test_details
