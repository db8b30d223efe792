"""An MCP server. Agents call its tool for a user with a token, or for themselves with an API key."""

import os
from typing import Any

from keyward_client import AsyncKeyward
from keyward_client.guard import AccessTokens, Denial, create_guard
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import AccessToken, TokenVerifier
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import MCPServer

ISSUER, AUDIENCE = os.environ["ISSUER"], os.environ["AUDIENCE"]

guard = create_guard(
    client=AsyncKeyward(base_url=os.environ["KEYWARD_URL"], api_key=os.environ["KEYWARD_API_KEY"]),
    access_tokens=AccessTokens(issuer=ISSUER, audience=AUDIENCE),
)


class Verifier(TokenVerifier):
    """Verifies a token for the SDK. The guard checks its signature, issuer, audience and time."""

    async def verify_token(self, token: str) -> AccessToken | None:
        judged = await guard(f"Bearer {token}")
        if isinstance(judged, Denial):
            if judged.status == 503:
                raise ConnectionError(judged.body["error"])
            return None
        identity, credential = judged.identity, judged.credential
        return AccessToken(
            token=token,
            client_id=credential.client_id or identity.id,
            scopes=list(credential.scopes),
            expires_at=int(credential.expires_at) if credential.expires_at else None,
            resource=AUDIENCE,
            subject=identity.id if identity.type == "USER" else None,
        )


# The SDK makes a document of these settings. A client that gets 401 finds Keyward in it (RFC 9728).
auth = AuthSettings(
    issuer_url=ISSUER,
    resource_server_url=AUDIENCE,
    required_scopes=["invoices.read"],
    validate_token_resource=True,
)
server = MCPServer("invoices", token_verifier=Verifier(), auth=auth)


@server.tool()
def list_invoices() -> dict[str, Any]:
    """Lists the invoices of the user"""
    caller = get_access_token()
    return {"user": caller.subject, "client": caller.client_id, "invoices": ["INV-1", "INV-2"]}


if __name__ == "__main__":
    port = int(os.environ.get("PORT", "4000"))
    server.run("streamable-http", host="localhost", port=port, stateless_http=True)
