"""The resources that the run has created, and the successes that the run still owes.

The functions choose the ids that a good call names. docs/fuzzing.md gives the reason for each choice.
"""

import atexit
import os
import pickle
import secrets
import time
import zlib


def operation_of(case):
    return case.operation.definition.raw.get("operationId")


def owes(case):
    """Whether no call of this operation has succeeded yet."""
    return operation_of(case) in OWED


DELETED = set()
CREATED = {}
# The invited users, each with the time of the invitation: a user gets one mail a minute.
INVITED = {}
# Who was added to which group.
MEMBERS = []
# The deliveries of webhooks, by webhook and id, and the attempts of each.
DELIVERIES = {}
# The same of dead letters. A run of three minutes makes few, so it is told of some (scripts/fuzz/dead-letters.ts).
DEAD_LETTERS = {tuple(one.split("/")): 6 for one in os.environ.get("KEYWARD_DEAD_LETTERS", "").split()}
# Passkeys, by person and id: an authenticator made them before the run (scripts/fuzz/passkeys.ts).
PASSKEYS = [tuple(one.split("/")) for one in os.environ.get("KEYWARD_PASSKEYS", "").split()]
# Sessions, by user and id: a user signed in before the run (scripts/fuzz/sessions.ts).
SESSIONS = [tuple(one.split("/")) for one in os.environ.get("KEYWARD_SESSIONS", "").split()]
# How often each webhook was tested: ten times a minute is the most.
TESTED = {}


# The created resources, by the path that names them; each operation's links say which paths those are.
IDS = {}
LINKS = {}
# The operations that no call has succeeded at yet, and their paths. Each has some thirty good calls in a run.
OWED = {}
# The operations of the run; all, if it is empty. Others owe nothing.
CALLED = set(os.environ.get("KEYWARD_CALLED", "").split())
# Which ids such an operation has named.
TRIED = set()
# The ids of suspended or paused resources: nothing else can be reactivated or resumed.
SUSPENDED = set()
# A second run of Schemathesis goes on with what the first one found (scripts/fuzz.ts).
FOUND = os.environ.get("KEYWARD_FOUND", "")
KEPT = {
    "DELETED": DELETED,
    "CREATED": CREATED,
    "INVITED": INVITED,
    "MEMBERS": MEMBERS,
    "DELIVERIES": DELIVERIES,
    "DEAD_LETTERS": DEAD_LETTERS,
    "TESTED": TESTED,
    "IDS": IDS,
    "SUSPENDED": SUSPENDED,
}
# No call creates the resources in these lists, so only the lists tell their ids.
LISTS = {"/api/v1/audit-logs", "/api/v1/alerts", "/api/v1/anomalies"}


def resolved(raw_schema, node):
    while "$ref" in node:
        target = raw_schema
        for step in node["$ref"][2:].split("/"):
            target = target[step]
        node = target
    return node


def remember_links(raw_schema):
    """The paths, up to the parameter, that the id of a 201 of each operation stands for."""
    operations = [
        (path, operation)
        for path, item in raw_schema["paths"].items()
        for operation in item.values()
        if isinstance(operation, dict) and "operationId" in operation
    ]
    paths = {operation["operationId"]: path for path, operation in operations}
    OWED.update({id: path for id, path in paths.items() if not CALLED or id in CALLED})
    for _, operation in operations:
        links = resolved(raw_schema, operation["responses"].get("201", {})).get("links", {})
        for link in (resolved(raw_schema, one) for one in links.values()):
            for name, expression in link.get("parameters", {}).items():
                if expression in ("$response.body#/id", "$response.body#/clientId"):
                    path = paths[link["operationId"]]
                    prefix = path[: path.index("{" + name + "}")] + "{" + name + "}"
                    LINKS.setdefault(operation["operationId"], set()).add(prefix)


def go_on():
    """Takes what the run before has found, and keeps what this run finds."""
    if not FOUND:
        return
    if os.path.exists(FOUND):
        with open(FOUND, "rb") as file:
            for name, found in pickle.load(file).items():
                kept = KEPT[name]
                kept.extend(found) if isinstance(kept, list) else kept.update(found)
    atexit.register(keep)


def keep():
    with open(FOUND, "wb") as file:
        pickle.dump(KEPT, file)


# Without an identity next to nothing can be done.
NEEDED = {"/api/v1/identities/{id}"}


def is_owed(prefix):
    """Whether an operation still owes its first success with what this path names."""
    return any(path.startswith(prefix) for path in OWED.values())


def ends_it(case):
    """Whether a call ends for good what its path names. A user outlives their factors and sessions."""
    path = case.operation.path
    return (case.method == "DELETE" and not path.endswith(("/factors", "/sessions"))) or path.endswith(("/deprovision", "/revoke"))


def known(prefix, seed, case=None):
    """
    Returns the id of a resource that exists, or None.

    While an operation owes its first success with such resources, calls never end one half of the resources. Other calls
    name that half. An operation that owes its first success names the newest resource that it has not named. Older
    resources may be in a state that the operation rejects.
    """
    ids = known_ids(prefix)
    ending = case is not None and ends_it(case)
    if (prefix in NEEDED and ending) or is_owed(prefix):
        half = [id for id in ids if (zlib.crc32(id.encode()) % 2 == 0) == ending]
        ids = half if ending else half or ids
    if case is not None and operation_of(case) in OWED:
        untried = [id for id in ids if (operation_of(case), id) not in TRIED]
        if case.operation.path.endswith(("/reactivate", "/resume")):
            untried = [id for id in untried if id in SUSPENDED] or untried
        if untried:
            TRIED.add((operation_of(case), untried[-1]))
            return untried[-1]
    # Not hash(), which differs from run to run.
    return ids[-1 - zlib.crc32(repr(seed).encode()) % min(len(ids), 20)] if ids else None


def known_ids(prefix):
    """Returns the ids of the resources that exist."""
    return [id for id in IDS.get(prefix, []) if id not in DELETED]


def forget(path, named):
    """Forgets the deleted resource at the path's end. Groups outlive their members, and users their factors."""
    if path.endswith("/members/{userId}"):
        MEMBERS[:] = [one for one in MEMBERS if one != (named["groupId"], named["userId"])]
    elif path.endswith("}"):
        DELETED.add(named[path[path.rindex("{") + 1 : -1]])
    elif path.endswith("/sessions"):
        SESSIONS[:] = [one for one in SESSIONS if one[0] != named["userId"]]
    elif path.endswith("/factors"):
        PASSKEYS[:] = [one for one in PASSKEYS if one[0] != named["userId"]]


def remember(case, response):
    """Records what a response says about existing and deleted resources."""
    if response.status_code < 300:
        OWED.pop(operation_of(case), None)
    if case.method == "DELETE" and response.status_code < 300:
        forget(case.operation.path, case.path_parameters)
    if response.status_code == 200 and case.operation.path.endswith(("/suspend", "/pause")):
        SUSPENDED.update(case.path_parameters.values())
    if response.status_code == 201:
        created = response.json()
        for prefix in LINKS.get(operation_of(case), ()):
            IDS.setdefault(prefix, []).append(created.get("id") or created["clientId"])
        for member in created.get("data", ()) if case.operation.path.endswith("/members") else ():
            MEMBERS.append((case.path_parameters["groupId"], member["userId"]))
        if created.get("status") == "INVITED":
            INVITED[created["id"]] = time.monotonic()
        CREATED[created.get("id") or created.get("clientId")] = {value for value in created.values() if isinstance(value, str)}
    # A back-test has yet to run when it is answered.
    if response.status_code == 202 and operation_of(case) == "startAccessBacktest":
        IDS.setdefault("/api/v1/conditional-access/backtests/{id}", []).append(response.json()["id"])
    # A device has the id that the caller gives it.
    if response.status_code == 200 and operation_of(case) == "putAccessDevice":
        IDS.setdefault(case.operation.path, []).append(case.path_parameters["deviceId"])
    if response.status_code == 200 and case.operation.path in LISTS and case.method == "GET":
        IDS.setdefault(case.operation.path + "/{id}", []).extend(row["id"] for row in response.json()["data"])
    remember_deliveries(case, response)


def remember_deliveries(case, response):
    """Records the deliveries of webhooks. Nothing but the lists of a webhook tells their ids."""
    path, named = case.operation.path, case.path_parameters or {}
    if path.endswith("/webhooks/{id}/test"):
        TESTED[named["id"]] = TESTED.get(named["id"], 0) + 1
    elif path.endswith("/retry"):
        # One whose webhook is paused or gone is not tried any more.
        more = {200: 1, 404: 6, 409: 6}.get(response.status_code, 0)
        tried = (named["id"], named["deliveryId"])
        DELIVERIES[tried] = DELIVERIES.get(tried, 1) + more
    elif path.endswith("/{deadLetterId}/replay") and response.status_code == 200:
        DELETED.add(named["deadLetterId"])
    elif response.status_code == 200 and case.method == "GET" and path.endswith(("/deliveries", "/dead-letters")):
        found = DELIVERIES if path.endswith("/deliveries") else DEAD_LETTERS
        for one in response.json()["data"]:
            found.setdefault((named["id"], one["id"]), one["attemptCount"])


def name_what_was_sent(case, path):
    """
    Names a listed delivery or dead letter in three of four calls.

    Calls that test a webhook name a webhook that was not tested too often.
    """
    if path.endswith("/webhooks/{id}/test"):
        rested = [id for id in IDS.get("/api/v1/webhooks/{id}", ()) if TESTED.get(id, 0) < 9 and id not in DELETED]
        if TESTED.get(case.path_parameters["id"], 0) >= 9 and rested:
            case.path_parameters["id"] = secrets.choice(rested)
    listed = sorted({id for id, _ in (*DELIVERIES, *DEAD_LETTERS)})
    if path.endswith(("/deliveries", "/dead-letters")) and listed and (owes(case) or secrets.randbelow(4)):
        case.path_parameters["id"] = secrets.choice(listed)
    # A random page of a random type is nearly always empty.
    if path.endswith(("/deliveries", "/dead-letters")) and case.query and (owes(case) or secrets.randbelow(2)):
        case.query.clear()
    for name, found in (("deliveryId", DELIVERIES), ("deadLetterId", DEAD_LETTERS)):
        present = [one for one in found if DELETED.isdisjoint(one)]
        # The sixth attempt of what always fails makes a dead letter, and another one would take it away.
        if path.endswith("/retry"):
            present = sorted((one for one in present if found[one] < 6), key=found.get)[-3:]
        # Some are deleted, the others replayed: neither is left for the other.
        elif "deadLetterId" in path and case.method != "GET":
            present = [one for one in present if (zlib.crc32(one[1].encode()) % 2 == 0) == (case.method == "DELETE")]
        if "{" + name + "}" in path and present and (owes(case) or secrets.randbelow(4)):
            case.path_parameters.update(zip(("id", name), secrets.choice(present)))


def ask_for_all(case):
    """
    Removes the query from many calls to lists.

    A random filter nearly always yields an empty page. Only lists tell the ids of resources that no call creates.
    """
    if case.operation.path in LISTS and case.query and (owes(case) or secrets.randbelow(2)):
        case.query.clear()


def name_what_is_there(case):
    """
    Replaces random ids, because random ids name nothing.

    Ids in a body become ids of resources that the run has created. Outside of sequences, seven of eight ids in a path do
    as well. If an operation owes its first success, all its ids do.
    """
    path = case.operation.path
    for name, value in (case.path_parameters or {}).items():
        prefix = path[: path.index("{" + name + "}")] + "{" + name + "}"
        # Deletions name fewer known ids, because other calls cannot use a deleted resource.
        if value not in CREATED and (owes(case) or secrets.randbelow(8) > (2 if case.method == "DELETE" else 0)):
            one = known(prefix, value, case)
            # Some users must still be invited when their invitation is older than a minute.
            changes = case.method not in ("GET", "HEAD") and not path.endswith("/invite")
            spared = changes and one in INVITED and zlib.crc32(one.encode()) % 2
            case.path_parameters[name] = value if spared else one or value
    present = [one for one in MEMBERS if DELETED.isdisjoint(one)]
    if path.endswith("/members/{userId}") and present and (owes(case) or secrets.randbelow(8)):
        case.path_parameters.update(zip(("groupId", "userId"), secrets.choice(present)))
    held = [one for one in PASSKEYS if DELETED.isdisjoint(one)]
    if path.endswith("/credentials/{credId}") and held and (owes(case) or secrets.randbelow(4)):
        case.path_parameters.update(zip(("userId", "credId"), secrets.choice(held)))
    if path.endswith("/invitations/{invitationId}") and (owes(case) or secrets.randbelow(4)):
        # A user has one invitation, which has the id of the user.
        open_ones = [id for id in INVITED if id not in DELETED and "inv_" + id[4:] not in DELETED]
        if open_ones:
            case.path_parameters["invitationId"] = "inv_" + secrets.choice(open_ones)[4:]
    signed_in = [one for one in SESSIONS if DELETED.isdisjoint(one)]
    if path.endswith("/sessions/{sessionId}") and signed_in and (owes(case) or secrets.randbelow(4)):
        case.path_parameters.update(zip(("userId", "sessionId"), secrets.choice(signed_in)))
    name_what_was_sent(case, path)
    if path.endswith("/invite"):
        waiting = [id for id, since in INVITED.items() if time.monotonic() - since > 61 and id not in DELETED]
        case.path_parameters["userId"] = secrets.choice(waiting or list(INVITED) or ["none"])
    by_name = {prefix[prefix.rindex("{") + 1 : -1]: prefix for prefix in IDS}
    by_name |= {"identityId": "/api/v1/identities/{id}", "credentialId": "/api/v1/credentials/{id}"}
    for name, value in case.body.items() if isinstance(case.body, dict) else ():
        if name in by_name and isinstance(value, str):
            case.body[name] = known(by_name[name], value) or value
        if name[:-1] in by_name and isinstance(value, list):
            case.body[name] = sorted({known(by_name[name[:-1]], one) or one for one in value})


CHANGED = ("/api/v1/credentials/{id}", "/api/v1/identities/{id}", "/api/v1/directory/users/{userId}")


def change_little(case):
    """Among many random changes one is nearly always refused, and a random tag is nearly always that of another version."""
    if case.headers and (owes(case) or secrets.randbelow(4)):
        case.headers.pop("If-Match", None)
    changes = case.method == "PATCH" and case.operation.path in CHANGED
    if changes and isinstance(case.body, dict) and case.body and (owes(case) or secrets.randbelow(2)):
        name = secrets.choice(sorted(case.body))
        case.body = {name: case.body[name]}
