"""Texts as the contract lets people be named: random ones next to never are."""

import re
import unicodedata

# Fillers and selectors of forms, which are seen nowhere or beside few characters; U+2800 is blank.
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]")


def shown(value):
    """The same value, and texts as long, without characters that disguise them: next to every random text has one."""
    if isinstance(value, dict):
        return {name: shown(one) for name, one in value.items()}
    # Texts in lists are not names, and two changed texts could become equal.
    if isinstance(value, list):
        return [shown(one) if isinstance(one, dict) else one for one in value]
    if not isinstance(value, str):
        return value
    seen = ("x" if unicodedata.category(one) in {"Cc", "Cf", "Cs", "Cn", "Zl", "Zp"} else one for one in value)
    text = UNSEEN.sub("x", "".join(seen))
    return text if text.strip() else "x" * len(text)


# Claims with a form of their own.
PROFILE = {
    "picture": "https://example.com/ada.png",
    "timezone": "Europe/London",
    "locale": "en-GB",
    "phoneNumber": "+44 20 7946 0000",
}
