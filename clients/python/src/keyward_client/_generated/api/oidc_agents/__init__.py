import builtins
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.deleted import Deleted
from ...models.oidc_agent import OidcAgent
from ...models.oidc_agent_grant import OidcAgentGrant
from ...models.oidc_agent_grant_list import OidcAgentGrantList
from ...models.oidc_agent_list import OidcAgentList
from ...models.oidc_agent_origin import OidcAgentOrigin
from ...models.oidc_blocked_hosts import OidcBlockedHosts
from ...types import UNSET, Unset
from . import approve_oidc_agent as _approve_oidc_agent
from . import delete_oidc_agent as _delete_oidc_agent
from . import delete_oidc_agent_grant as _delete_oidc_agent_grant
from . import get_oidc_agent as _get_oidc_agent
from . import get_oidc_blocked_hosts as _get_oidc_blocked_hosts
from . import list_oidc_agent_grants as _list_oidc_agent_grants
from . import list_oidc_agents as _list_oidc_agents
from . import update_oidc_blocked_hosts as _update_oidc_blocked_hosts


class OidcAgentsFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        host: str | Unset = UNSET,
        origin: OidcAgentOrigin | str | Unset = UNSET,
        user_id: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> OidcAgentList:
        """List agents.

        Lists the clients that no administrator made, the newest first. An agent shows what all of
        its users together allowed it.
        """

        return self._transport.call(
            _list_oidc_agents.request(
                host=host,
                origin=origin,
                user_id=user_id,
                page=page,
                limit=limit,
            ),
            _list_oidc_agents.answer,
        )

    def list_pages(
        self,
        *,
        host: str | Unset = UNSET,
        origin: OidcAgentOrigin | str | Unset = UNSET,
        user_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[OidcAgentList]:
        """List agents: every page, as they are asked for.

        Lists the clients that no administrator made, the newest first. An agent shows what all of
        its users together allowed it.
        """

        return _pages.by_page(
            lambda page: self.list(
                host=host,
                origin=origin,
                user_id=user_id,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        host: str | Unset = UNSET,
        origin: OidcAgentOrigin | str | Unset = UNSET,
        user_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[OidcAgent]:
        """List agents: every item of every page.

        Lists the clients that no administrator made, the newest first. An agent shows what all of
        its users together allowed it.
        """

        return _pages.items(
            self.list_pages(
                host=host,
                origin=origin,
                user_id=user_id,
                limit=limit,
            )
        )

    def get_oidc_blocked_hosts(
        self,
    ) -> OidcBlockedHosts:
        """Get the blocked hosts."""

        return self._transport.call(
            _get_oidc_blocked_hosts.request(),
            _get_oidc_blocked_hosts.answer,
        )

    def update_oidc_blocked_hosts(
        self,
        *,
        hosts: builtins.list[str],
        if_match: str | Unset = UNSET,
    ) -> OidcBlockedHosts:
        """Change the blocked hosts.

        Blocks every agent whose metadata document is on such a host, and every agent that sends
        users to such a host. All consents to an agent end when it becomes blocked, with its
        grants, codes and tokens, and a blocked agent cannot ask again. Administrators' clients
        are not concerned. Users who let an agent in before do so again after its host is taken
        off the list.
        """

        return self._transport.call(
            _update_oidc_blocked_hosts.request(
                hosts=hosts,
                if_match=if_match,
            ),
            _update_oidc_blocked_hosts.answer,
        )

    def get(
        self,
        agent_id: str,
    ) -> OidcAgent:
        """Get an agent."""

        return self._transport.call(
            _get_oidc_agent.request(
                agent_id,
            ),
            _get_oidc_agent.answer,
        )

    def delete(
        self,
        agent_id: str,
    ) -> Deleted:
        """End an agent for all users.

        Removes the client with all consents to it, and ends its grants, codes and tokens. An
        approved client stays, so that its identity still decides whether it may act. A signed
        token that was issued before is good for five minutes at most, at a resource that does not
        ask. A host that is not blocked can come back with the same agent: users are asked again.
        """

        return self._transport.call(
            _delete_oidc_agent.request(
                agent_id,
            ),
            _delete_oidc_agent.answer,
        )

    def approve(
        self,
        agent_id: str,
        *,
        identity_id: str | Unset = UNSET,
        owner_user_id: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> OidcAgent:
        """Approve an agent.

        Links the agent with an identity of the type `AI_AGENT`, which has an owner. Without
        `identityId`, a new identity is made with the name of the agent. While the identity is not
        active, the agent is refused, and none of its tokens is active at introspection. The
        caller needs `identities.write` too. A repeated call with the same identity changes
        nothing.
        """

        return self._transport.call(
            _approve_oidc_agent.request(
                agent_id,
                identity_id=identity_id,
                owner_user_id=owner_user_id,
                idempotency_key=idempotency_key,
            ),
            _approve_oidc_agent.answer,
        )

    def list_grants(
        self,
        agent_id: str,
        *,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> OidcAgentGrantList:
        """List the users of an agent.

        Lists the users who have let the agent in, by their IDs, with what each of them allowed.
        """

        return self._transport.call(
            _list_oidc_agent_grants.request(
                agent_id,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_oidc_agent_grants.answer,
        )

    def list_grants_pages(
        self,
        agent_id: str,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[OidcAgentGrantList]:
        """List the users of an agent: every page, as they are asked for.

        Lists the users who have let the agent in, by their IDs, with what each of them allowed.
        """

        return _pages.by_page(
            lambda page: self.list_grants(
                agent_id,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_grants_all(
        self,
        agent_id: str,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[OidcAgentGrant]:
        """List the users of an agent: every item of every page.

        Lists the users who have let the agent in, by their IDs, with what each of them allowed.
        """

        return _pages.items(
            self.list_grants_pages(
                agent_id,
                cursor=cursor,
                limit=limit,
            )
        )

    def delete_grant(
        self,
        agent_id: str,
        user_id: str,
    ) -> Deleted:
        """End an agent for one user.

        Takes back what the user allowed, and ends the grants, codes and tokens that the agent
        holds for the user. A signed token that was issued before is good for five minutes at
        most, at a resource that does not ask.
        """

        return self._transport.call(
            _delete_oidc_agent_grant.request(
                agent_id,
                user_id,
            ),
            _delete_oidc_agent_grant.answer,
        )


class AsyncOidcAgentsFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        host: str | Unset = UNSET,
        origin: OidcAgentOrigin | str | Unset = UNSET,
        user_id: str | Unset = UNSET,
        page: int | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> OidcAgentList:
        """List agents.

        Lists the clients that no administrator made, the newest first. An agent shows what all of
        its users together allowed it.
        """

        return await self._transport.call(
            _list_oidc_agents.request(
                host=host,
                origin=origin,
                user_id=user_id,
                page=page,
                limit=limit,
            ),
            _list_oidc_agents.answer,
        )

    def list_pages(
        self,
        *,
        host: str | Unset = UNSET,
        origin: OidcAgentOrigin | str | Unset = UNSET,
        user_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[OidcAgentList]:
        """List agents: every page, as they are asked for.

        Lists the clients that no administrator made, the newest first. An agent shows what all of
        its users together allowed it.
        """

        return _pages.async_by_page(
            lambda page: self.list(
                host=host,
                origin=origin,
                user_id=user_id,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        host: str | Unset = UNSET,
        origin: OidcAgentOrigin | str | Unset = UNSET,
        user_id: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[OidcAgent]:
        """List agents: every item of every page.

        Lists the clients that no administrator made, the newest first. An agent shows what all of
        its users together allowed it.
        """

        return _pages.async_items(
            self.list_pages(
                host=host,
                origin=origin,
                user_id=user_id,
                limit=limit,
            )
        )

    async def get_oidc_blocked_hosts(
        self,
    ) -> OidcBlockedHosts:
        """Get the blocked hosts."""

        return await self._transport.call(
            _get_oidc_blocked_hosts.request(),
            _get_oidc_blocked_hosts.answer,
        )

    async def update_oidc_blocked_hosts(
        self,
        *,
        hosts: builtins.list[str],
        if_match: str | Unset = UNSET,
    ) -> OidcBlockedHosts:
        """Change the blocked hosts.

        Blocks every agent whose metadata document is on such a host, and every agent that sends
        users to such a host. All consents to an agent end when it becomes blocked, with its
        grants, codes and tokens, and a blocked agent cannot ask again. Administrators' clients
        are not concerned. Users who let an agent in before do so again after its host is taken
        off the list.
        """

        return await self._transport.call(
            _update_oidc_blocked_hosts.request(
                hosts=hosts,
                if_match=if_match,
            ),
            _update_oidc_blocked_hosts.answer,
        )

    async def get(
        self,
        agent_id: str,
    ) -> OidcAgent:
        """Get an agent."""

        return await self._transport.call(
            _get_oidc_agent.request(
                agent_id,
            ),
            _get_oidc_agent.answer,
        )

    async def delete(
        self,
        agent_id: str,
    ) -> Deleted:
        """End an agent for all users.

        Removes the client with all consents to it, and ends its grants, codes and tokens. An
        approved client stays, so that its identity still decides whether it may act. A signed
        token that was issued before is good for five minutes at most, at a resource that does not
        ask. A host that is not blocked can come back with the same agent: users are asked again.
        """

        return await self._transport.call(
            _delete_oidc_agent.request(
                agent_id,
            ),
            _delete_oidc_agent.answer,
        )

    async def approve(
        self,
        agent_id: str,
        *,
        identity_id: str | Unset = UNSET,
        owner_user_id: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> OidcAgent:
        """Approve an agent.

        Links the agent with an identity of the type `AI_AGENT`, which has an owner. Without
        `identityId`, a new identity is made with the name of the agent. While the identity is not
        active, the agent is refused, and none of its tokens is active at introspection. The
        caller needs `identities.write` too. A repeated call with the same identity changes
        nothing.
        """

        return await self._transport.call(
            _approve_oidc_agent.request(
                agent_id,
                identity_id=identity_id,
                owner_user_id=owner_user_id,
                idempotency_key=idempotency_key,
            ),
            _approve_oidc_agent.answer,
        )

    async def list_grants(
        self,
        agent_id: str,
        *,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> OidcAgentGrantList:
        """List the users of an agent.

        Lists the users who have let the agent in, by their IDs, with what each of them allowed.
        """

        return await self._transport.call(
            _list_oidc_agent_grants.request(
                agent_id,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_oidc_agent_grants.answer,
        )

    def list_grants_pages(
        self,
        agent_id: str,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[OidcAgentGrantList]:
        """List the users of an agent: every page, as they are asked for.

        Lists the users who have let the agent in, by their IDs, with what each of them allowed.
        """

        return _pages.async_by_page(
            lambda page: self.list_grants(
                agent_id,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_grants_all(
        self,
        agent_id: str,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[OidcAgentGrant]:
        """List the users of an agent: every item of every page.

        Lists the users who have let the agent in, by their IDs, with what each of them allowed.
        """

        return _pages.async_items(
            self.list_grants_pages(
                agent_id,
                cursor=cursor,
                limit=limit,
            )
        )

    async def delete_grant(
        self,
        agent_id: str,
        user_id: str,
    ) -> Deleted:
        """End an agent for one user.

        Takes back what the user allowed, and ends the grants, codes and tokens that the agent
        holds for the user. A signed token that was issued before is good for five minutes at
        most, at a resource that does not ask.
        """

        return await self._transport.call(
            _delete_oidc_agent_grant.request(
                agent_id,
                user_id,
            ),
            _delete_oidc_agent_grant.answer,
        )
