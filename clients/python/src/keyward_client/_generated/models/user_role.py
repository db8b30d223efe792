from typing import Literal

UserRole = Literal["ADMIN", "AUDITOR", "DEVELOPER", "HELPDESK", "MEMBER", "OWNER", "SECURITY"]
"""What a user may do in the dashboard: a bundle of scopes. `OWNER` may do everything, `MEMBER` looks
after themselves only"""
