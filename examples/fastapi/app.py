"""Signs users in with OpenID Connect, and protects an API with access tokens and Keyward keys."""

import os
import secrets
from html import escape
from typing import Annotated, Any

import uvicorn
from authlib.integrations.starlette_client import OAuth, OAuthError
from fastapi import Depends, FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from keyward_client import AsyncKeyward
from keyward_client.fastapi import AccessTokens, Caller, require_key
from starlette.middleware.sessions import SessionMiddleware

ISSUER, AUDIENCE = os.environ["ISSUER"], os.environ["AUDIENCE"]
PORT = int(os.environ.get("PORT", "4000"))
HOME = f"http://localhost:{PORT}/"

app = FastAPI()
app.add_middleware(SessionMiddleware, secret_key=os.environ["SESSION_SECRET"])

# Without these options, Authlib takes an ID token of another audience too, if the token names this client as `azp`.
claims = {"iss": {"values": [ISSUER]}, "aud": {"values": [os.environ["CLIENT_ID"]]}}

# The tokens of each browser, by the ID in its session cookie. In your application, use a table whose rows expire.
signed_in: dict[str, dict[str, Any]] = {}


async def keep(token: dict[str, Any], refresh_token: str, access_token: str | None = None) -> None:
    """Keeps what a refresh returned. Authlib refreshes an access token that has expired."""
    for kept in signed_in.values():
        if kept.get("refresh_token") == refresh_token:
            kept.update(token)


keyward = OAuth().register(
    "keyward",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    # PKCE, and an access token for the API (RFC 8707).
    client_kwargs={"scope": "openid profile email invoices.read", "code_challenge_method": "S256"},
    authorize_params={"resource": AUDIENCE},
    update_token=keep,
)


@app.get("/")
async def home(request: Request) -> HTMLResponse:
    token = signed_in.get(request.session.get("id", ""))
    if token is None:
        return page('<p>You are not signed in.</p><a href="/sign-in">Sign in</a>')
    try:
        # The page calls the API as any other application does: with the access token of its user.
        answer = await keyward.get(f"{AUDIENCE}/invoices", token=token)
    except OAuthError:
        # The refresh token ended with the session at Keyward.
        signed_in.pop(request.session.pop("id"))
        return page('<p>Your session has ended.</p><a href="/sign-in">Sign in</a>')
    user = token["userinfo"]
    return page(
        f"<p>Hello, {escape(user.get('name', user['sub']))}.</p><pre>{escape(answer.text)}</pre>"
        '<form method="post" action="/sign-out"><button>Sign out</button></form>'
    )


@app.get("/sign-in")
async def sign_in(request: Request) -> Response:
    return await keyward.authorize_redirect(request, f"{HOME}callback")


@app.get("/callback")
async def callback(request: Request) -> Response:
    try:
        # Checks the state, and of the ID token the signature, the issuer, the audience, the nonce and the time.
        token = await keyward.authorize_access_token(request, claims_options=claims)
    except OAuthError as error:
        return page(f'<p>That did not work: {escape(error.error)}.</p><a href="/">Back</a>', 400)
    # A new ID, so that an attacker cannot prepare one for a user.
    request.session["id"] = secrets.token_urlsafe()
    signed_in[request.session["id"]] = token
    return RedirectResponse(HOME, 303)


@app.post("/sign-out")
async def sign_out(request: Request) -> Response:
    token = signed_in.pop(request.session.pop("id", ""), {})
    return await keyward.logout_redirect(request, HOME, token.get("id_token"))


api_key = AsyncKeyward(base_url=os.environ["KEYWARD_URL"], api_key=os.environ["KEYWARD_API_KEY"])
tokens = AccessTokens(issuer=ISSUER, audience=AUDIENCE)
InvoiceReader = Annotated[Caller, Depends(require_key(client=api_key, scopes=["invoices.read"], access_tokens=tokens))]


@app.get("/api/invoices")
async def invoices(caller: InvoiceReader) -> dict[str, str | list[str]]:
    return {"caller": caller.identity.name or caller.identity.id, "invoices": ["INV-1", "INV-2"]}


def page(content: str, status: int = 200) -> HTMLResponse:
    title = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Quickstart</title><h1>Quickstart</h1>'
    return HTMLResponse(title + content, status, {"Cache-Control": "no-store"})


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=PORT)
