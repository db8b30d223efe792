"""Provisions a person and a group end to end, as docs/scim.md shows it."""

import os

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_models import PatchOp, PatchOperation, SearchRequest, UniquenessException

# SCIM_URL is {base_url}/api/scim/v2/{orgId}, SCIM_TOKEN what createScimToken answered.
http = Client(
    base_url=os.environ["SCIM_URL"],
    headers={"Authorization": f"Bearer {os.environ['SCIM_TOKEN']}"},
)
scim = SyncSCIMClient(http)
scim.discover()  # the models below come from /Schemas
User, Group = scim.get_resource_model("User"), scim.get_resource_model("Group")
Enterprise = User.get_extension_model("EnterpriseUser")


def patch(resource, *operations, **options):
    changes = PatchOp[type(resource)](
        operations=[PatchOperation(**one) for one in operations]
    )
    return scim.modify(type(resource), resource.id, changes, **options)


def find(model, condition):
    found = scim.query(model, query_parameters=SearchRequest(filter=condition))
    return found.resources[0] if found.resources else None


# A person: look first, as directories do; who is there already is not created again.
name = "ada@example.com"
ada = find(User, f'userName eq "{name}"') or scim.create(
    User(
        user_name=name,
        external_id="emp-1815",
        name=User.Name(given_name="Ada", family_name="Byron"),
        emails=[User.Emails(value=name, type="work", primary=True)],
        EnterpriseUser=Enterprise(department="Engines", employee_number="1815"),
    )
)
print("created", ada.meta.resource_type, "active:", ada.active)

try:
    scim.create(User(user_name=name.upper()))
except UniquenessException as refused:
    print("refused", refused.detail.split(":")[0])

# A change, first as a question: X-Dry-Run tells what would change and changes nothing.
rename = {"op": "replace", "path": "name.familyName", "value": "Lovelace"}
answer = patch(ada, rename, headers={"X-Dry-Run": "true"}, check_response_payload=False)
dry_run = answer["urn:keyward:params:scim:api:messages:2.0:DryRun"]
print("would change", dry_run["changes"])
ada = patch(ada, rename)
print("changed to", ada.name.family_name)

# A group, and who is in it.
engines = scim.create(Group(display_name="Engines"))
patch(engines, {"op": "add", "path": "members", "value": [{"value": ada.id}]})
print("members", [one.value == ada.id for one in scim.query(engines).members])

# Everybody, page by page (RFC 9865); the last page has no cursor.
seen, cursor = 0, ""
while cursor is not None:
    page = scim.query(User, query_parameters=SearchRequest(count=100, cursor=cursor))
    seen, cursor = seen + len(page.resources), page.next_cursor
print("everybody", seen == page.total_results)

# A user leaves: disabled at once, deleted later. The userName is then free again.
ada = patch(ada, {"op": "replace", "path": "active", "value": False})
print("active:", ada.active)
scim.delete(User, ada.id)
scim.delete(Group, engines.id)
print("gone", find(User, f'userName eq "{name}"') is None)
