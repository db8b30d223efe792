"""An OpenID Connect provider that follows the manual of Authlib.

Browsers and the service come by TLS at PORT. The test says by HTTP at CONTROL who is at the browser, and changes keys.
"""

import os
import threading
import time

from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector
from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, ClientMixin, TokenMixin
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oidc.core import UserInfo
from authlib.oidc.core.grants import OpenIDCode
from authlib.oidc.core.userinfo import UserInfoEndpoint
from flask import Flask, jsonify, request
from joserfc.jwk import RSAKey
from werkzeug.serving import make_server

PORT = int(os.environ["PORT"])
ISSUER = f"https://localhost:{PORT}"


class Client(ClientMixin):
    """The only client."""

    client_id = "keyward"
    redirect_uris = set()
    client_metadata = {}

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        return scope

    def check_redirect_uri(self, redirect_uri):
        return redirect_uri in self.redirect_uris

    def check_client_secret(self, client_secret):
        return client_secret == os.environ["CLIENT_SECRET"]

    def check_endpoint_auth_method(self, method, endpoint):
        return method == "client_secret_basic"

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type == "authorization_code"


class Code(AuthorizationCodeMixin):
    def __init__(self, code, asked, user):
        self.code, self.asked, self.user = code, asked, user
        self.code_challenge = asked.get("code_challenge")
        self.code_challenge_method = asked.get("code_challenge_method")
        self.auth_time = int(time.time())

    def get_redirect_uri(self):
        return self.asked.get("redirect_uri")

    def get_scope(self):
        return self.asked.get("scope")

    def get_nonce(self):
        return self.asked.get("nonce")

    def get_auth_time(self):
        return self.auth_time

    def get_acr(self):
        return None

    def get_amr(self):
        return ["pwd", "otp"]


class Token(TokenMixin):
    def __init__(self, token, user):
        self.token, self.scope, self.user = token, token["scope"], user

    def check_client(self, client):
        return True

    def get_scope(self):
        return self.scope

    def get_expires_in(self):
        return self.token["expires_in"]

    def is_expired(self):
        return False

    def is_revoked(self):
        return False

    def get_user(self):
        return self.user

    def get_client(self):
        return client


client = Client()
codes, tokens, keys, now = {}, {}, [], {"user": {}, "served": 0}


def new_key():
    return RSAKey.generate_key(2048, {"kid": f"key-{now['served']}", "use": "sig", "alg": "RS256"})


def rotate(overlaps):
    """Signs with another key. With an overlap, the keys before are still published."""
    now["served"] += 1
    del keys[0 if not overlaps else len(keys):]
    keys.append(new_key())


rotate(overlaps=False)


class CodeGrant(AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic"]

    def save_authorization_code(self, code, request):
        # The payload belongs to the current request of Flask, so it is copied.
        codes[code] = Code(code, dict(request.payload.data), request.user)

    def query_authorization_code(self, code, client):
        return codes.get(code)

    def delete_authorization_code(self, authorization_code):
        del codes[authorization_code.code]

    def authenticate_user(self, authorization_code):
        return authorization_code.user


class OpenID(OpenIDCode):
    def exists_nonce(self, nonce, request):
        return False

    def get_client_claims(self, client):
        return {"iss": ISSUER, "aud": [client.get_client_id()]}

    def get_encode_header(self, client):
        return {"alg": "RS256", "kid": keys[-1].kid}

    def resolve_client_private_key(self, client):
        return keys[-1]

    def generate_user_info(self, user, scope):
        return UserInfo(sub=user["sub"])


class Info(UserInfoEndpoint):
    def get_issuer(self):
        return ISSUER

    def generate_user_info(self, user, scope):
        return UserInfo(user).filter(scope)

    def resolve_private_key(self):
        return keys[-1]


class Validator(BearerTokenValidator):
    def authenticate_token(self, token_string):
        return tokens.get(token_string)


def save_token(token, request):
    tokens[token["access_token"]] = Token(token, request.user)


app = Flask("provider")
server = AuthorizationServer(app, lambda client_id: client if client_id == client.client_id else None, save_token)
server.register_grant(CodeGrant, [OpenID(), CodeChallenge(required=True)])
protector = ResourceProtector()
protector.register_token_validator(Validator())
server.register_endpoint(Info(resource_protector=protector))


@app.get("/.well-known/openid-configuration")
def discovery():
    return jsonify(
        issuer=ISSUER,
        authorization_endpoint=f"{ISSUER}/authorize",
        token_endpoint=f"{ISSUER}/token",
        userinfo_endpoint=f"{ISSUER}/userinfo",
        jwks_uri=f"{ISSUER}/keys",
        id_token_signing_alg_values_supported=["RS256"],
        response_types_supported=["code"],
        subject_types_supported=["public"],
        token_endpoint_auth_methods_supported=["client_secret_basic"],
        code_challenge_methods_supported=["S256"],
    )


@app.get("/keys")
def published():
    return jsonify(keys=[key.as_dict(private=False) for key in keys])


@app.get("/authorize")
def authorize():
    grant = server.get_consent_grant(end_user=now["user"])
    return server.create_authorization_response(grant_user=now["user"], grant=grant)


@app.post("/token")
def token():
    return server.create_token_response()


@app.get("/userinfo")
def userinfo():
    return server.create_endpoint_response("userinfo")


control = Flask("control")


@control.post("/become")
def become():
    now["user"] = request.json
    return ""


@control.post("/register")
def register():
    client.redirect_uris.add(request.json["redirectUri"])
    return ""


@control.post("/rotate")
def change_keys():
    rotate(request.json["overlaps"])
    return ""


tls = make_server("localhost", PORT, app, threaded=True, ssl_context=(os.environ["CERT"], os.environ["KEY"]))
threading.Thread(target=tls.serve_forever, daemon=True).start()
make_server("localhost", int(os.environ["CONTROL"]), control, threaded=True).serve_forever()
