from typing import Literal

DevicePlatform = Literal["android", "ios", "linux", "macos", "other", "windows"]
"""The operating system of the device, as the user agent says"""
