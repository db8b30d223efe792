from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.attempt_error import AttemptError

T = TypeVar("T", bound="Attempt")


@_attrs_define
class Attempt:
    """One attempt to deliver

    Example:
        {'attempt': 1, 'at': '2026-01-15T10:30:00.000Z', 'responseCode': 200, 'latency': '123ms', 'error': None,
            'responseBody': 'ok'}

    Attributes:
        attempt (int): From 1
        at (datetime.datetime):
        response_code (int | None): Null when no answer came
        latency (None | str):
        error (AttemptError | None | str): Null when it succeeded
        response_body (None | str): The first 4 KiB
    """

    attempt: int
    at: datetime.datetime
    response_code: int | None
    latency: None | str
    error: AttemptError | None | str
    response_body: None | str

    def to_dict(self) -> dict[str, Any]:
        attempt = self.attempt

        at = self.at.isoformat()

        response_code: int | None
        response_code = self.response_code

        latency: None | str
        latency = self.latency

        error: None | str
        error = self.error

        response_body: None | str
        response_body = self.response_body

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "attempt": attempt,
                "at": at,
                "responseCode": response_code,
                "latency": latency,
                "error": error,
                "responseBody": response_body,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        attempt = d.pop("attempt")

        at = datetime.datetime.fromisoformat(d.pop("at").replace("Z", "+00:00"))

        def _parse_response_code(data: object) -> int | None:
            return cast(int | None, data)

        response_code = _parse_response_code(d.pop("responseCode"))

        def _parse_latency(data: object) -> None | str:
            return cast(None | str, data)

        latency = _parse_latency(d.pop("latency"))

        def _parse_error(data: object) -> AttemptError | None | str:
            return cast(AttemptError | None | str, data)

        error = _parse_error(d.pop("error"))

        def _parse_response_body(data: object) -> None | str:
            return cast(None | str, data)

        response_body = _parse_response_body(d.pop("responseBody"))

        attempt = cls(
            attempt=attempt,
            at=at,
            response_code=response_code,
            latency=latency,
            error=error,
            response_body=response_body,
        )

        return attempt
