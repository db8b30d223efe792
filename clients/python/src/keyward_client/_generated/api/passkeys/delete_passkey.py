from typing import Any

from keyward_client._request import Request, segment

from ...models.deleted import Deleted


def request(
    user_id: str,
    cred_id: str,
) -> Request:

    return Request(
        "DELETE",
        f"/api/v1/auth/webauthn/users/{segment(user_id)}/credentials/{segment(cred_id)}",
        accept="application/json",
    )


def answer(data: Any) -> Deleted:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = Deleted.from_dict(data)

    return response_200
