"""An application that follows the manual of Authlib.

The page at /callback shows who signed in, according to the ID token and userinfo.
"""

import os

from authlib.integrations.flask_client import OAuth
from flask import Flask, jsonify, url_for

app = Flask(__name__)
app.secret_key = os.urandom(32)
oauth = OAuth(app)
oauth.register(
    "keyward",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=os.environ["ISSUER"] + "/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)


@app.get("/")
def sign_in():
    return oauth.keyward.authorize_redirect(url_for("callback", _external=True))


@app.get("/callback")
def callback():
    # Verifies the state, and of the ID token the signature, the issuer, the audience, the nonce and the time.
    token = oauth.keyward.authorize_access_token()
    return jsonify(id_token=token["userinfo"], userinfo=oauth.keyward.userinfo(token=token))


app.run(host="localhost", port=int(os.environ["PORT"]))
