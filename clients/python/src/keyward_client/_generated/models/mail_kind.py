from typing import Literal

MailKind = Literal[
    "CHANGED_BY_ADMINISTRATOR",
    "CHANGED_BY_USER",
    "CONNECTION",
    "CREATE_ACCOUNT",
    "HAS_ACCOUNT",
    "INVITATION",
    "RESET_PASSWORD",
    "SIGN_IN",
    "VERIFY_EMAIL",
]
"""A mail. The mails `CHANGED_BY_USER` and `CHANGED_BY_ADMINISTRATOR` tell of changes of an account,
and cannot be edited"""
