from typing import Literal

AccessConditionClientType = Literal["agent", "browser", "machine", "native"]
"""`machine` is every key, and every client that signs in without a user. `agent` is every client that
no administrator made. An agent is `browser` or `native` as well, so a policy that names these types
applies to agents, too"""
