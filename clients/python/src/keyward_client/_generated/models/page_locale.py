from typing import Literal

PageLocale = Literal["de", "en", "fr"]
"""The language for users who do not request one"""
