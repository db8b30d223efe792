from typing import Any

from keyward_client._request import Request, segment

from ...models.anomaly import Anomaly


def request(
    id: str,
) -> Request:

    return Request(
        "GET",
        f"/api/v1/anomalies/{segment(id)}",
        accept="application/json",
    )


def answer(data: Any) -> Anomaly:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Anomaly.from_dict(data)

    return response_200
