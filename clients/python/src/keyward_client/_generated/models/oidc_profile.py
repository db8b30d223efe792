from typing import Literal

OidcProfile = Literal["FAPI2"]
"""`FAPI2` holds the client to the FAPI 2.0 Security Profile. It sets `tokenEndpointAuthMethod:
private_key_jwt`, `requirePkce: true`, `requirePushedAuthorizationRequests: true`,
`requireIssuerAudience: true`, `dpopBoundAccessTokens: true`, `refreshTokenRotation: false`,
`idTokenSignedResponseAlg: ES256` and `accessTokenSigningAlg: ES256`, and refuses other values. null
changes no other setting"""
