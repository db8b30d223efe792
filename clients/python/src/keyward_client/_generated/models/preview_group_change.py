from typing import Literal

PreviewGroupChange = Literal["JOINS", "LEAVES", "STAYS"]
"""What happens to the membership"""
