from typing import Literal

DomainVerificationType = Literal["DNS_TXT"]
"""The type of the record"""
