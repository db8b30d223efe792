"""Every family of the contract as an attribute of the client."""

from keyward._transport import AsyncTransport, Transport

from .api.credentials import AsyncCredentialsFamily, CredentialsFamily
from .api.identities import AsyncIdentitiesFamily, IdentitiesFamily
from .api.service import AsyncServiceFamily, ServiceFamily


class Families:
    def __init__(self, transport: Transport) -> None:
        self.identities = IdentitiesFamily(transport)
        self.credentials = CredentialsFamily(transport)
        self.service = ServiceFamily(transport)


class AsyncFamilies:
    def __init__(self, transport: AsyncTransport) -> None:
        self.identities = AsyncIdentitiesFamily(transport)
        self.credentials = AsyncCredentialsFamily(transport)
        self.service = AsyncServiceFamily(transport)
