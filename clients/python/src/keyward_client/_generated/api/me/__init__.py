from keyward_client._transport import AsyncTransport, Transport

from ...models.me import Me
from . import get_me as _get_me


class MeFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
    ) -> Me:
        """Get who calls.

        Says who calls by this key or session, in which tenant, and with which scopes. Any key and
        any session may ask. A session names the tenant in `Keyward-Tenant`; a session of the live
        tenant may name the test tenant as well. `organizations` lists every organization that the
        same browser has a session of.
        """

        return self._transport.call(
            _get_me.request(),
            _get_me.answer,
        )


class AsyncMeFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
    ) -> Me:
        """Get who calls.

        Says who calls by this key or session, in which tenant, and with which scopes. Any key and
        any session may ask. A session names the tenant in `Keyward-Tenant`; a session of the live
        tenant may name the test tenant as well. `organizations` lists every organization that the
        same browser has a session of.
        """

        return await self._transport.call(
            _get_me.request(),
            _get_me.answer,
        )
