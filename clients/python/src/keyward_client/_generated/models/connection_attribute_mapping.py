from __future__ import annotations

from typing import Any

ConnectionAttributeMapping = dict[str, Any]
"""Which fields of the user are set from which claims, at each sign-in. A field is `firstName`,
`lastName`, `displayName`, `nickname`, `title`, `department`, `division`, `organization`,
`costCenter`, `employeeNumber`, `phoneNumber`, `locale`, `timezone`, `picture`, or an attribute such
as `attributes.floor`. A claim without a value changes nothing. Without an entry, the standard
claims set `firstName`, `lastName` and `displayName` of new users"""
