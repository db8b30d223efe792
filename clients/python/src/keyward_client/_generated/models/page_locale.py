from typing import Literal

PageLocale = Literal["de", "en", "fr"]
"""The language of whoever asks for none"""
