from typing import Literal

OidcApplicationType = Literal["machine", "native", "spa", "web"]
"""`web` runs on a server and can keep a secret; `spa` runs in a browser and `native` on a device,
where nothing is secret; `machine` is nobody's but its own and gets tokens for itself only. It stays
what it is"""
