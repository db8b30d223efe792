from typing import Literal

ConfigurationKind = Literal[
    "accessPolicy",
    "alertRule",
    "attributeSchema",
    "branding",
    "clientRegistration",
    "group",
    "identity",
    "magicLinkConfig",
    "mailTemplate",
    "namedLocation",
    "oidcClient",
    "oidcConnection",
    "oidcScope",
    "passwordPolicy",
    "policy",
    "registrationConfig",
    "samlConnection",
    "serviceProvider",
    "socialProvider",
    "totpConfig",
    "webauthnConfig",
    "webhook",
]
"""The kind of an object; `x-resources` of this document describes each"""
