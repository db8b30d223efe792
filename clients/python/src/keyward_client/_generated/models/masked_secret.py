from typing import Literal

MaskedSecret = Literal["whsec_********"]
"""Stands for the signing secret, which is shown only when it is made"""
