from typing import Literal

OidcAgentOrigin = Literal["METADATA_DOCUMENT", "REGISTRATION"]
"""`METADATA_DOCUMENT`: a host publishes the client (client ID metadata document). `REGISTRATION`: a
program registered itself (RFC 7591)"""
