"""The other side of identity assertions, which follows the manual of Authlib.

/token is an authorization server that accepts assertions of Keyward. /present signs an assertion as an identity provider, and asks Keyward for a
token as a client. /key is the public key of the identity provider.
"""

import os
import time
import uuid

import requests
from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc6749 import ClientMixin
from authlib.oauth2.rfc7523 import JWTBearerGrant
from flask import Flask, jsonify, request
from joserfc.jwk import ECKey, KeySet

ISSUER = os.environ["ISSUER"]
AUDIENCE = os.environ["AUDIENCE"]
KEY = ECKey.generate_key("P-256", parameters={"kid": "authlib", "use": "sig"})


class Client(ClientMixin):
    """The wiki, as the chat knows it."""

    def get_client_id(self):
        return "wiki-at-chat"

    def get_allowed_scope(self, scope):
        return scope

    def check_grant_type(self, grant_type):
        return grant_type == JWTBearerGrant.GRANT_TYPE


class AssertionGrant(JWTBearerGrant):
    def resolve_issuer_client(self, issuer):
        return Client() if issuer == ISSUER else None

    def resolve_client_public_key(self, client):
        published = requests.get(ISSUER + "/.well-known/jwks.json", timeout=10)
        return KeySet.import_key_set(published.json())

    def get_audiences(self):
        return [AUDIENCE]

    def authenticate_user(self, subject):
        return subject

    def has_granted_permission(self, client, user):
        return True


app = Flask(__name__)
server = AuthorizationServer(app, query_client=lambda _: Client(), save_token=lambda *_: None)
server.register_grant(AssertionGrant)
# The test reads from the token who the user is.
server.register_token_generator(
    "default",
    lambda grant_type, client, user, scope, **_: {
        "access_token": user,
        "token_type": "Bearer",
        "expires_in": 60,
        "scope": scope,
    },
)


@app.post("/token")
def token():
    return server.create_token_response()


@app.get("/key")
def key():
    return jsonify(KEY.as_dict(private=False))


@app.post("/present")
def present():
    asked = request.get_json()
    now = int(time.time())
    assertion = JWTBearerGrant.sign(
        KEY,
        asked["issuer"],
        ISSUER,
        asked["subject"],
        now,
        now + 300,
        {"client_id": asked["clientId"], "jti": str(uuid.uuid4()), "scope": "profile"},
        header={"alg": "ES256", "typ": "oauth-id-jag+jwt", "kid": "authlib"},
    )
    session = OAuth2Session(asked["clientId"], asked["clientSecret"])
    return jsonify(
        session.fetch_token(ISSUER + "/token", grant_type=JWTBearerGrant.GRANT_TYPE, assertion=assertion)
    )


app.run(host="localhost", port=int(os.environ["PORT"]))
