from typing import Literal

PolicyDay = Literal["FRI", "MON", "SAT", "SUN", "THU", "TUE", "WED"]
"""The day of the week on which a window begins"""
