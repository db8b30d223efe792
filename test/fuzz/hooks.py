"""What Schemathesis cannot learn from the contract; docs/fuzzing.md says why of each."""

import datetime
import secrets

import schemathesis
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import ensure_resource_availability

# The refusals of rules that JSON Schema has no words for, as the service says them.
RULES = [
    "must be in the future",
    "must be at most ten years ahead",
    "must be at most 730 days ahead",
    "must be an RFC 3339 time stamp of the years 2000 to 9999",
    "must be at most 30 days after the creation of a just-in-time credential",
    "must be a time: the credential is temporary",
    "may only be sent with isTemporary: true",
    "may not be sent with expiresAt",
    "needs ttl or expiresAt",
    "must be sent, or userIds",
    "may not be sent with userId",
    "must be from 1s to 30d, as a number and one of s, m, h, d",
    "must be at least the uses so far",
    "must be an address or a CIDR range such as 203.0.113.0/24",
    "must be at most 10 KB as JSON",
    "would lose its value when read as a double",
]


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


@schemathesis.check
def refused_by_the_contract_or_a_rule(ctx, response, case):
    """A 400 to data that fits the contract names one of the rules above."""
    if is_positive(case) and response.status_code == 400:
        details = response.json()["details"]
        assert details, "fits the contract and is refused without a reason"
        for field, refusal in details.items():
            assert any(rule in refusal for rule in RULES), f"fits the contract and is refused: {field} {refusal}"


DELETED = set()
CREATED = {}


@schemathesis.hook
def after_call(context, case, response):
    if case.method == "DELETE" and response.status_code < 300:
        DELETED.update(case.path_parameters.values())
    if response.status_code == 201:
        created = response.json()
        CREATED[created.get("id")] = {value for value in created.values() if isinstance(value, str)}


@schemathesis.check
def created_is_there_with_its_owner(ctx, response, case):
    """The check `ensure_resource_availability`, but what is deleted takes along what belongs to it."""
    owners = set().union(*(CREATED.get(id, ()) for id in (case.path_parameters or {}).values()))
    if owners.isdisjoint(DELETED):
        ensure_resource_availability(ctx, response, case)


def times(first, last):
    return st.datetimes(first, last).map(lambda time: time.isoformat(timespec="milliseconds") + "Z")


# Of all times there are, next to none are in the years to come, where an expiry has to be.
now = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)
schemathesis.openapi.format(
    "date-time",
    times(now + datetime.timedelta(minutes=5), now + datetime.timedelta(days=3650))
    | times(datetime.datetime(1000, 1, 1), datetime.datetime(9999, 12, 31)),
)

# The coverage phase cannot write quotes into a header, and would call a value right that the pattern excludes.
schemathesis.openapi.format("entity-tags", st.sampled_from(["*", '"1"', '"2"', 'W/"1", "2"']))


@schemathesis.hook
def before_load_schema(context, raw_schema):
    raw_schema["components"]["parameters"]["IfMatch"]["schema"]["format"] = "entity-tags"


@schemathesis.hook
def before_call(context, case, kwargs):
    # A key that comes again gets its stored answer, which shows what may be gone by now.
    if is_positive(case) and "Idempotency-Key" in (case.headers or {}):
        case.headers["Idempotency-Key"] = secrets.token_hex()
