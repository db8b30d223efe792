from typing import Literal

PendingChangeReason = Literal["CERTIFICATES_REPLACED", "NEW_ENDPOINT_HOST"]
"""`NEW_ENDPOINT_HOST`: an endpoint has another host. `CERTIFICATES_REPLACED`: no known certificate
remains"""
