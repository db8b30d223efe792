from typing import Literal

OidcDocumentMode = Literal["ALLOWED_HOSTS", "ANY_HOST", "OFF"]
"""`OFF`: no document is read. `ALLOWED_HOSTS`: those of the hosts in `allowedHosts`. `ANY_HOST`: those
of all hosts but the blocked ones (`updateOidcBlockedHosts`), so any host on the internet can ask
users to let an application in"""
