from typing import Any

from keyward_client._request import Request, segment

from ...models.access_backtest import AccessBacktest


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/conditional-access/backtests/{segment(id)}",
        accept="application/json",
    )


def answer(data: Any) -> AccessBacktest:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = AccessBacktest.from_dict(data)

    return response_200
