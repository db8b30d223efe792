from typing import Literal

SamlEncryptionAlgorithm = Literal["aes128-gcm", "aes256-cbc", "aes256-gcm"]
"""The algorithm that encrypts assertions. `aes256-cbc` is for old products only: an attacker who
alters the message can learn its content from the answers of the product"""
