from typing import Literal

OidcApplicationType = Literal["machine", "native", "spa", "web"]
"""`web` runs on a server and can keep a secret. `spa` runs in a browser and `native` on a device,
where nothing is secret. `machine` acts for no user and gets tokens for itself only. The type of a
client cannot change"""
