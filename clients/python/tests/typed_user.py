"""A program for mypy, not to be run: what is right passes, and each `ignore` is an error it must find."""

from collections.abc import AsyncIterator, Iterator

from keyward_client import AsyncKeyward, Keyward, KeywardError, WebhookEvent, is_webhook_event, verify_webhook
from keyward_client.events import CredentialRotatedEvent
from keyward_client.models import (
    CredentialItem,
    CredentialList,
    FederatedSubject,
    Identity,
    IdentityInput,
    NewIdentity,
    Verification,
)

keyward = Keyward(base_url="http://127.0.0.1", api_key="kd_test_", timeout=5, max_retries=0)
subject = FederatedSubject(issuer="https://ci.example", audience="keyward", subject="repo:*")
identity: Identity = keyward.identities.create(
    name="bot", type_="CI_CD", federated_subjects=[subject], metadata={"a": [1]}, expires_at=None
)
former: type[IdentityInput] = NewIdentity
result: Verification = keyward.credentials.verify(credential="x", scopes=["a"])
page: CredentialList = keyward.credentials.list(limit=5)
pages: Iterator[CredentialList] = keyward.credentials.list_pages()
items: Iterator[CredentialItem] = keyward.credentials.list_all(status="ACTIVE")
keyward.identities.list(status="A_STATUS_OF_TOMORROW")
keyward.identities.update(identity.id, name="x", if_match='"1"')
event: WebhookEvent = verify_webhook(b"", {}, "whsec_")
verify_webhook(bytearray(), {}, "whsec_")
if is_webhook_event(event, "credential.rotated"):
    rotated: CredentialRotatedEvent = event
    ends: str = event["data"]["previousCredentialExpiry"]
    print(event["data"]["colour"])  # type: ignore[typeddict-item]
is_webhook_event(event, "credential.forgotten")  # type: ignore[call-overload]


async def main() -> None:
    async with AsyncKeyward(base_url="http://127.0.0.1", api_key="kd_test_") as client:
        found: Verification = await client.credentials.verify(credential="x")
        every: AsyncIterator[CredentialItem] = client.credentials.list_all()
        print(found.identity.name if found.identity else None, every)
        print(client.credentials.verify(credential="x").valid)  # type: ignore[attr-defined]


keyward.credentials.verify()  # type: ignore[call-arg]
keyward.credentials.verify("x")  # type: ignore[call-arg]
keyward.credentials.verify(secret="x")  # type: ignore[call-arg]
keyward.credentials.get(1)  # type: ignore[arg-type]
keyward.credentials.mint()  # type: ignore[attr-defined]
keyward.identities.create(name="bot", type_=1)  # type: ignore[arg-type]
keyward.identities.list(sort="age")  # type: ignore[arg-type]
print(result.identity.name)  # type: ignore[union-attr]
print(result.secret)  # type: ignore[attr-defined]
try:
    print(event["payload"])  # type: ignore[typeddict-item]
except KeywardError as error:
    error.status + 1  # type: ignore[operator]
