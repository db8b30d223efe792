"""Facts that Schemathesis cannot learn from the contract; docs/fuzzing.md says why of each."""

import datetime
import json
import os
import re
import secrets
import sys
import urllib.parse
import urllib.request

import schemathesis
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import ensure_resource_availability

# It is loaded by its path, which leaves its neighbours unknown.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rules import RULES  # noqa: E402
from texts import PROFILE, shown  # noqa: E402
from there import CREATED, DELETED, ask_for_all, change_little, go_on, known_ids, name_what_is_there, remember, remember_links  # noqa: E402

# SCIM names the tenant in the path. A SCIM token is not valid under the path of another tenant.
ORG_ID = os.environ.get("KEYWARD_ORG_ID", "")


# The URL that returns bodies for exchanging a token (scripts/fuzz/issuer.ts). The service accepts no other tokens, and
# each token only once.
WORKLOADS = os.environ.get("KEYWARD_WORKLOADS", "")


# Certificates of an identity provider, from the example of the contract.
CERTIFICATES = []

# The issuer that connections name (scripts/fuzz/issuer.ts). Tests of connections succeed there.
ISSUER = os.environ.get("KEYWARD_ISSUER", "https://fuzz.invalid")


def is_scim(case):
    return "orgId" in (case.path_parameters or {})


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


def reasons_of(refusal):
    """Returns the details of a refusal without `docs`, which is the address of the page about its code."""
    return {field: text for field, text in (refusal.get("details") or {}).items() if field != "docs"}


@schemathesis.check
def refused_by_the_contract_or_a_rule(ctx, response, case):
    """A 400 to data that fits the contract names one of the rules of rules.py, the password policy, or the DNS."""
    # The contract of SCIM is looser than what it takes: src/scim/protocol has the rules.
    if is_positive(case) and response.status_code == 400 and not is_scim(case):
        refusal = response.json()
        if refusal["code"] in ("PASSWORD_POLICY_VIOLATION", "DOMAIN_NOT_VERIFIED"):
            return
        details = reasons_of(refusal)
        assert details, "fits the contract and is refused without a reason"
        for field, refusal in details.items():
            # The contract can only say that a schema is an object. An administrator's schema judges the attributes
            # (src/users/directory/engine/attribute-schema.ts).
            if field == "schema" or field.startswith(("schema.", "attributes.")):
                continue
            # The contract says of a spec only that it is an object. The operations of its kind judge it (src/configuration/desired.ts).
            if field.startswith("/objects/"):
                continue
            # The parameters of a change are judged by the type of the policy that is there (src/policies/judge/table.ts).
            if case.method == "PATCH" and field.startswith("parameters"):
                continue
            assert any(rule in refusal for rule in RULES), f"fits the contract and is refused: {field} {refusal}"


# The wrap tokens that no call has used yet.
WRAPPED = []


@schemathesis.hook
def after_call(context, case, response):
    remember(case, response)
    if response.status_code in (200, 201) and "X-Wrap-Ttl" in (case.headers or {}):
        WRAPPED.extend(value for value in response.json().values() if str(value).startswith("kd_wrap_"))


@schemathesis.check
def nobody_is_called(ctx, response, case):
    """All webhooks of a run point below `invalid`, so every attempt to deliver ends at the look-up of the name."""
    if response.status_code != 200 or not case.operation.path.startswith("/api/v1/webhooks/"):
        return
    body = response.json()
    attempts = [body.get("details"), body.get("lastAttempt"), *body.get("attempts", ())]
    attempts += [one.get("lastAttempt") for one in body.get("data", ())]
    ends = {one["error"] for one in attempts if one}
    assert ends <= {"DNS_FAILURE", "WEBHOOK_DISABLED"}, f"a webhook was called, which ended with {ends}"


@schemathesis.check
def created_is_there_with_its_owner(ctx, response, case):
    """The check `ensure_resource_availability`, but what is deleted takes along what belongs to it."""
    ids = (case.path_parameters or {}).values()
    owners = set().union(*(CREATED.get(id, ()) for id in ids))
    # A 404 may also be about a resource that the body names. Such a response has details.
    about_the_body = response.status_code == 404 and reasons_of(response.json())
    if owners.isdisjoint(DELETED) and not about_the_body:
        ensure_resource_availability(ctx, response, case)


def times(first, last):
    return st.datetimes(first, last).map(lambda at: at.isoformat(timespec="milliseconds") + "Z")


# An expiry must lie in the coming years, and nearly all random times lie elsewhere.
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
    # Pages and the protocol engine are for browsers and relying parties; test/contract/hosted.test.ts is about them.
    hosted = [path for path, item in raw_schema["paths"].items() if str(item.get("x-errors")).startswith(("page", "oauth"))]
    for path in hosted:
        del raw_schema["paths"][path]
    # A megabyte of YAML, which is cut off before it is parsed; test/http/api/service.test.ts reads it whole.
    del raw_schema["paths"]["/api/v1/openapi.yaml"]
    remember_links(raw_schema)
    go_on()
    CERTIFICATES.extend(raw_schema["components"]["schemas"]["SamlConnectionInput"]["example"]["certificates"])
    # With a signature the service would ask GitHub for its keys.
    raw_schema["paths"]["/api/v1/secret-scanning/github"]["post"]["parameters"] = []
    raw_schema["components"]["parameters"]["IfMatch"]["schema"]["format"] = "entity-tags"


def name_policy(case):
    """A name that is taken is rightly refused; and an enforced policy would soon refuse everything else the run does."""
    if "/policies" not in case.operation.path:
        return
    if isinstance(case.body.get("name"), str) and case.method != "GET":
        case.body["name"] = secrets.token_hex()
    if case.body.get("mode") == "ENFORCE":
        case.body["mode"] = "REPORT_ONLY"


def name_access(case):
    """Random conditions name locations that do not exist. An enabled policy would soon block everything else the run does."""
    path, body = case.operation.path, case.body
    if path.endswith("/devices/{deviceId}"):
        if secrets.randbelow(2):
            case.path_parameters["deviceId"] = secrets.token_hex()
        # No two devices have the same certificate.
        if body.get("certificateThumbprints"):
            body["certificateThumbprints"] = [secrets.token_hex(32)]
    if not path.startswith("/api/v1/conditional-access") or case.method not in ("POST", "PATCH"):
        return
    for name in {"ipRanges", "countries", "groups"} & body.keys():
        # No text may contain NUL.
        body[name] = sorted({text.replace("\0", "x") for text in body[name] if isinstance(text, str)})
    if path.endswith("/backtest"):
        # A random period is longer than 31 days, and the policy that a draft replaces must exist.
        body["from"] = (now - datetime.timedelta(days=1)).isoformat(timespec="milliseconds") + "Z"
        body["to"] = now.isoformat(timespec="milliseconds") + "Z"
        body.pop("inPlaceOf", None)
    if path.endswith("/named-locations") and secrets.randbelow(2):
        body.clear()
        body.update(secrets.choice(({"type": "IP", "ipRanges": ["203.0.113.0/24"]}, {"type": "COUNTRY", "countries": ["DE"]})))
        body["name"] = secrets.token_hex()
    if "/named-locations" in path and "name" in body:
        body["name"] = secrets.token_hex()
    if path.endswith("/simulate"):
        # An attempt is that of a user or of an identity.
        body.pop(secrets.choice(("userId", "identityId")), None)
        body.setdefault("application", "keyward:api")
    for policy in (body if "/policies" in path else None, body.get("includeDraft"), body.get("policy")):
        if not isinstance(policy, dict):
            continue
        if path.endswith("/policies") and secrets.randbelow(2):
            policy.clear()
            policy.update(name=secrets.token_hex(), decision=secrets.choice(("ALLOW", "BLOCK")), priority=0)
        for name in {"name", "description"} & policy.keys():
            if isinstance(policy[name], str):
                policy[name] = policy[name].replace("\0", "x")
        if "priority" in policy:
            policy["priority"] = secrets.randbelow(10_000) + 1
        if policy.get("status") == "ENABLED":
            policy["status"] = "REPORT_ONLY"
        conditions = policy.get("conditions") or {}
        for lists in (one for one in conditions.values() if isinstance(one, dict)):
            for side in {"include", "exclude"} & lists.keys():
                # No text may contain NUL.
                lists[side] = sorted({text.replace("\0", "x") for text in lists[side]})
        if conditions.get("locations"):
            there = sorted(known_ids("/api/v1/conditional-access/named-locations/{id}"))[:3]
            conditions["locations"] = {"exclude": there}
        if conditions.get("ipRanges"):
            conditions["ipRanges"] = ["203.0.113.0/24", "2001:db8::/32"]
        if conditions.get("schedule"):
            conditions["schedule"]["timezone"] = "Europe/Berlin"


def name_profile(case):
    """Claims with a form of their own: a random text next to never has it."""
    for name, value in PROFILE.items() if "/users" in case.operation.path and case.method in ("POST", "PATCH") else ():
        if isinstance(case.body.get(name), str):
            case.body[name] = value


def name_social_provider(case):
    """Which fields go together depends on the kind of provider; and a client that is there is rightly refused."""
    if "/social-providers" not in case.operation.path or case.method not in ("POST", "PATCH"):
        return
    case.body.pop("scopes", None)
    case.body.pop("allowedDomains", None)
    if case.method == "POST" or "clientId" in case.body:
        case.body["clientId"] = secrets.token_hex()
    if case.method == "POST":
        case.body.pop("issuer", None)
        case.body["clientSecret"] = secrets.token_hex()
        if case.body["provider"] == "oidc":
            case.body["issuer"] = "https://fuzz.invalid/" + secrets.token_hex()


def name_service_provider(case):
    """Metadata and certificates are next to never right by chance; half of the calls therefore name the endpoints alone."""
    if case.operation.path != "/api/v1/saml/service-providers" or case.method != "POST" or secrets.randbelow(2):
        return
    case.body.clear()
    case.body.update(
        name="fuzz",
        entityId="https://fuzz.invalid/" + secrets.token_hex(),
        acsUrl="https://fuzz.invalid/acs",
    )


def keep_passkeys(case):
    """An access pass sets up an authenticator app or a passkey. If a run turned both off, no user would get one any more."""
    if case.operation.path == "/api/v1/auth/webauthn-config" and case.body.get("enabled") is False:
        case.body["enabled"] = True


def name_connection(case):
    """Random issuers, domains and metadata are almost never valid, and no server may be called. Half of the bodies have nothing else."""
    path = case.operation.path
    if not path.startswith("/api/v1/federation") or case.method not in ("POST", "PATCH"):
        return
    is_short = secrets.randbelow(2)
    if case.method == "POST" and path.endswith("/oidc"):
        if is_short:
            case.body.clear()
            case.body.update(name="fuzz", clientId=secrets.token_hex(), clientSecret=secrets.token_hex())
        case.body["issuer"] = ISSUER
    if case.method == "POST" and path.endswith("/saml") and is_short:
        case.body.clear()
        case.body.update(
            name="fuzz",
            idpEntityId="https://fuzz.invalid/" + secrets.token_hex(),
            # It responds, so that tests of the connection succeed.
            ssoUrl=ISSUER + "/sso",
            certificates=CERTIFICATES,
        )
    if path.endswith("/preview"):
        # The type of the connection decides which of them may be there.
        case.body.pop(secrets.choice(("claims", "assertion")), None)
        if not case.body:
            case.body.update(assertion={"nameId": {"value": secrets.token_hex()}})
    if case.body.get("discoveryUrl") is not None:
        case.body["discoveryUrl"] = ISSUER + "/discovery"
    if "domains" in case.body:
        case.body["domains"] = [secrets.token_hex(8) + ".invalid"]


def make_acceptable(case):
    """Sets the required schema and a unique name. The loose contract of SCIM mentions neither."""
    path, resource = case.operation.path, case.body
    kind = "User" if "/Users" in path else "Group" if "/Groups" in path else None
    if kind is None or path.endswith(".search"):
        return
    # Half of them with nothing else, because among twenty attributes one is nearly always refused.
    if secrets.randbelow(2):
        resource.clear()
    if case.method == "PATCH":
        resource["schemas"] = ["urn:ietf:params:scim:api:messages:2.0:PatchOp"]
        resource.setdefault("Operations", [{"op": "replace", "path": "externalId", "value": secrets.token_hex()}])
        return
    resource["schemas"] = ["urn:ietf:params:scim:schemas:core:2.0:" + kind]
    resource["userName" if kind == "User" else "displayName"] = secrets.token_hex()


def is_exchange(case):
    return case.operation.path.endswith("/credentials/exchange") and is_positive(case)


@schemathesis.hook
def filter_case(context, case):
    """Skips exchanges without a real token, and queries that exceed the 16 KB of headers that the server reads."""
    if is_exchange(case) and not WORKLOADS:
        return False
    # HTTP lets unknown headers pass, though the coverage phase calls these headers wrong.
    if "x-schemathesis-unknown-property" in (case.headers or {}):
        return False
    return len(urllib.parse.urlencode(case.query or {}, doseq=True)) < 8_000


def unreachable(url):
    """
    Returns the same URL at a host that does not exist, with the same length.

    Resolvers do not look up such a host (RFC 6761 section 6.4).
    """
    scheme = re.match(r"https:[/\\]*[^/?#\\]*", url, re.IGNORECASE)
    if scheme is None:
        return url
    host = "https://fuzz.invalid"
    rest = url[scheme.end() :]
    return (host + "/" * (rest[:1] != "/") + rest).ljust(len(url), "x")[: max(len(url), len(host) + 1)]


@schemathesis.hook
def before_call(context, case, kwargs):
    # The service must not call a generated URL, even if other parts of the request are wrong.
    if isinstance(case.body, dict) and isinstance(case.body.get("url"), str):
        case.body["url"] = unreachable(case.body["url"])
    if is_scim(case):
        case.path_parameters["orgId"] = ORG_ID
    if not is_positive(case):
        return
    name_what_is_there(case)
    ask_for_all(case)
    change_little(case)
    if case.operation.path.endswith("/credentials/unwrap") and WRAPPED and secrets.randbelow(2):
        # The latest: it may have been wrapped for half a minute.
        case.body["token"] = WRAPPED.pop()
    if is_exchange(case):
        with urllib.request.urlopen(WORKLOADS) as answer:
            case.body.update(json.load(answer))
    if isinstance(case.body, dict):
        case.body = shown(case.body)
        # The contract says only that an issuer is a text, and a random text is not a URL.
        for rule in case.body.get("federatedSubjects") or ():
            rule["issuer"] = "https://fuzz.invalid/" + secrets.token_hex()
        name_policy(case)
        name_access(case)
        name_profile(case)
        name_social_provider(case)
        name_service_provider(case)
        name_connection(case)
        keep_passkeys(case)
        # An address that is taken is rightly refused, and examples and simple ones soon are.
        if "@" in str(case.body.get("email")):
            case.body["email"] = f"{secrets.token_hex()}@example.com"
        if is_scim(case) and case.method in ("POST", "PUT", "PATCH"):
            make_acceptable(case)
        if isinstance(case.body.get("password"), str) and len(case.body["password"]) % 2:
            case.body["password"] = secrets.token_hex()
    # A key that comes again gets its stored answer, which shows what may be gone by now.
    if "Idempotency-Key" in (case.headers or {}):
        case.headers["Idempotency-Key"] = secrets.token_hex()
