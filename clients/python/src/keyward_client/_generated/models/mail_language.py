from typing import Literal

MailLanguage = Literal["de", "en", "fr"]
"""A language of mails"""
