from typing import Literal

AlertChannelTestStatus = Literal["FAILED", "QUEUED", "SENT"]
"""`SENT` was accepted by the receiver. `QUEUED` will be sent as mails. `FAILED` was not accepted"""
