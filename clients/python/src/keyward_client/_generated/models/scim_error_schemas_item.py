from typing import Literal

ScimErrorSchemasItem = Literal["urn:ietf:params:scim:api:messages:2.0:Error"]
