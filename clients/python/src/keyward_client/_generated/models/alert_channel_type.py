from typing import Literal

AlertChannelType = Literal["EMAIL", "PAGERDUTY", "SLACK", "TEAMS"]
"""Where an alert of a rule is sent. `EMAIL` sends mails to users. The others send a message in the
format of the product. Mattermost and Rocket.Chat also accept the format of `SLACK`"""
