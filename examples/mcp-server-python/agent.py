"""An agent that calls the tool of an MCP server for a user: python agent.py <address of the MCP server>"""

import asyncio
import os
import sys
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider, TokenStorage
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken

AGENT_PORT = int(os.environ.get("AGENT_PORT", "4001"))
REDIRECT = f"http://127.0.0.1:{AGENT_PORT}/callback"

metadata = OAuthClientMetadata(
    client_name="Invoice agent",
    redirect_uris=[REDIRECT],
    grant_types=["authorization_code", "refresh_token"],
    token_endpoint_auth_method="none",
    application_type="native",
)


class Kept(TokenStorage):
    """Your agent keeps these values where only its user can read them."""

    def __init__(self) -> None:
        client_id = os.environ.get("CLIENT_ID")
        # The issuer tells the SDK where the client ID is from.
        registered = {**metadata.model_dump(), "client_id": client_id, "issuer": os.environ.get("ISSUER")}
        self.client = OAuthClientInformationFull(**registered) if client_id else None
        self.tokens: OAuthToken | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


async def show(address: str) -> None:
    print(f"Open {address}", flush=True)


async def redirected() -> AuthorizationCodeResult:
    """Waits for the browser of the user. Only this machine reaches the port (RFC 8252, section 8.3)."""
    answer: asyncio.Future[dict[str, str]] = asyncio.get_running_loop().create_future()

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        target = urlsplit((await reader.readline()).decode().split(" ")[1])
        given = {name: values[0] for name, values in parse_qs(target.query).items()}
        is_answer = target.path == "/callback" and bool({"code", "error"} & given.keys())
        status = "200 OK" if is_answer else "404 Not Found"
        page = "<!doctype html><title>Agent</title><h1>Go back to the agent</h1>" if is_answer else ""
        head = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
        writer.write((head + page).encode())
        await writer.drain()
        writer.close()
        if is_answer and not answer.done():
            answer.set_result(given)

    async with await asyncio.start_server(hear, "127.0.0.1", AGENT_PORT):
        given = await answer
    if "code" not in given:
        raise PermissionError(given["error"])
    # The SDK compares the state and the issuer.
    return AuthorizationCodeResult(code=given["code"], state=given.get("state"), iss=given.get("iss"))


async def main(server: str) -> None:
    url = os.environ.get("CLIENT_METADATA_URL")
    auth = OAuthClientProvider(server, metadata, Kept(), show, redirected, client_metadata_url=url)
    async with (
        httpx2.AsyncClient(auth=auth) as http,
        Client(streamable_http_client(server, http_client=http)) as agent,
    ):
        result = await agent.call_tool("list_invoices", {})
        print(result.content[0].text)


asyncio.run(main(sys.argv[1]))
