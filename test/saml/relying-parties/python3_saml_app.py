"""An application that follows the manual of python3-saml. FOLDER has its keys and the metadata of the identity provider."""

import json
import os
import secrets
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from onelogin.saml2.auth import OneLogin_Saml2_Auth
from onelogin.saml2.constants import OneLogin_Saml2_Constants as names
from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser
from onelogin.saml2.settings import OneLogin_Saml2_Settings

folder = Path(os.environ["FOLDER"])
port = os.environ["PORT"]
origin = f"http://localhost:{port}"
sessions = {}


def settings():
    """The strictest settings that the library has."""
    read = OneLogin_Saml2_IdPMetadataParser.parse((folder / "idp.xml").read_text())
    keys = json.loads((folder / "keys.json").read_text())
    return {
        "strict": True,
        "debug": True,
        "idp": read["idp"],
        "sp": {
            "entityId": f"{origin}/metadata",
            "assertionConsumerService": {"url": f"{origin}/acs", "binding": names.BINDING_HTTP_POST},
            "singleLogoutService": {"url": f"{origin}/slo", "binding": names.BINDING_HTTP_REDIRECT},
            "NameIDFormat": names.NAMEID_PERSISTENT,
            **keys,
        },
        "security": {
            "authnRequestsSigned": True,
            "logoutRequestSigned": True,
            "logoutResponseSigned": True,
            "wantMessagesSigned": True,
            "wantAssertionsSigned": True,
            "wantAssertionsEncrypted": True,
            "wantNameId": True,
            "rejectUnsolicitedResponsesWithInResponseTo": True,
            "rejectDeprecatedAlgorithm": True,
            "signatureAlgorithm": names.RSA_SHA256,
            "digestAlgorithm": names.SHA256,
        },
    }


class Application(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer({})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        self.answer(dict(parse_qsl(body, keep_blank_values=True)))

    def answer(self, posted):
        url = urlsplit(self.path)
        cookie = SimpleCookie(self.headers.get("cookie", "")).get("session")
        self.name = cookie.value if cookie else secrets.token_urlsafe()
        self.session = sessions.setdefault(self.name, {})
        known = {
            "/private/": self.private,
            "/acs": self.acs,
            "/metadata": self.metadata,
            "/sign-out": self.sign_out,
            "/slo": self.slo,
            "/bye": self.bye,
        }
        if url.path not in known:
            return self.send(404, "not here")
        auth = OneLogin_Saml2_Auth(
            {
                "https": "off",
                "http_host": f"localhost:{port}",
                "script_name": url.path,
                "query_string": url.query,
                "get_data": dict(parse_qsl(url.query)),
                "post_data": posted,
            },
            settings(),
        )
        known[url.path](auth)

    def metadata(self, auth):
        made = OneLogin_Saml2_Settings(settings(), sp_validation_only=True)
        xml = made.get_sp_metadata()
        errors = made.validate_metadata(xml)
        self.send(500 if errors else 200, ", ".join(errors) or xml)

    def private(self, auth):
        if "name_id" not in self.session:
            to = auth.login(return_to=f"{origin}/private/")
            self.session["request"] = auth.get_last_request_id()
            return self.send(302, "", to)
        attributes = self.session["attributes"]
        lines = [f"name_id={self.session['name_id']}"]
        lines += [f"{name}={';'.join(attributes.get(name, []))}" for name in ("mail", "groups")]
        self.send(200, "\n".join(lines))

    def acs(self, auth):
        auth.process_response(request_id=self.session.pop("request", None))
        if auth.get_errors() or not auth.is_authenticated():
            return self.send(403, f"{auth.get_errors()}: {auth.get_last_error_reason()}")
        self.session.update(
            name_id=auth.get_nameid(),
            format=auth.get_nameid_format(),
            qualifier=auth.get_nameid_nq(),
            sp_qualifier=auth.get_nameid_spnq(),
            index=auth.get_session_index(),
            attributes=auth.get_attributes(),
        )
        self.send(302, "", f"{origin}/private/")

    def sign_out(self, auth):
        to = auth.logout(
            return_to=f"{origin}/bye",
            name_id=self.session["name_id"],
            name_id_format=self.session["format"],
            nq=self.session["qualifier"],
            spnq=self.session["sp_qualifier"],
            session_index=self.session["index"],
        )
        self.session["request"] = auth.get_last_request_id()
        self.send(302, "", to)

    def slo(self, auth):
        to = auth.process_slo(
            request_id=self.session.pop("request", None), delete_session_cb=lambda: self.session.clear()
        )
        if auth.get_errors():
            return self.send(403, f"{auth.get_errors()}: {auth.get_last_error_reason()}")
        self.send(302, "", to or f"{origin}/bye")

    def bye(self, auth):
        self.send(200, "signed in" if "name_id" in self.session else "signed out")

    def send(self, status, text, location=None):
        body = text if isinstance(text, bytes) else text.encode()
        self.send_response(status)
        self.send_header("content-type", "text/plain")
        self.send_header("content-length", str(len(body)))
        self.send_header("set-cookie", f"session={self.name}; Path=/; HttpOnly")
        if location:
            self.send_header("location", location)
        self.end_headers()
        self.wfile.write(body)


ThreadingHTTPServer(("127.0.0.1", int(port)), Application).serve_forever()
