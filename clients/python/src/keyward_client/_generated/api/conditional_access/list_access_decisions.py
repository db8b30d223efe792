import datetime
from typing import Any

from keyward_client._request import Request

from ...models.access_decision import AccessDecision
from ...models.attempt_outcome import AttemptOutcome
from ...models.recorded_access_decision_list import RecordedAccessDecisionList
from ...types import UNSET, Unset


def request(
    *,
    policy_id: str | Unset = UNSET,
    user_id: str | Unset = UNSET,
    identity_id: str | Unset = UNSET,
    decision: AccessDecision | str | Unset = UNSET,
    outcome: AttemptOutcome | str | Unset = UNSET,
    application: str | Unset = UNSET,
    from_: datetime.datetime | Unset = UNSET,
    to: datetime.datetime | Unset = UNSET,
    page: int | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Request:

    params: dict[str, Any] = {}

    params["policyId"] = policy_id

    params["userId"] = user_id

    params["identityId"] = identity_id

    json_decision: str | Unset
    if isinstance(decision, Unset):
        json_decision = UNSET
    else:
        json_decision = decision
    params["decision"] = json_decision

    json_outcome: str | Unset
    if isinstance(outcome, Unset):
        json_outcome = UNSET
    else:
        json_outcome = outcome
    params["outcome"] = json_outcome

    params["application"] = application

    json_from_: str | Unset = UNSET
    if not isinstance(from_, Unset):
        json_from_ = from_.isoformat()
    params["from"] = json_from_

    json_to: str | Unset = UNSET
    if not isinstance(to, Unset):
        json_to = to.isoformat()
    params["to"] = json_to

    params["page"] = page

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    return Request(
        "GET",
        "/api/v1/conditional-access/decisions",
        accept="application/json",
        query=params,
    )


def answer(data: Any) -> RecordedAccessDecisionList:
    if not isinstance(data, dict):
        raise TypeError
    response_200 = RecordedAccessDecisionList.from_dict(data)

    return response_200
