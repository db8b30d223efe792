"""A task that is cancelled in the middle of a call leaves nothing behind."""

import asyncio
import random

from conftest import API_KEY, Reply
from examples import IDENTITY

from keyward_client import AsyncKeyward


def test_gives_the_connection_back_whenever_a_call_is_cancelled(service):
    service.replies = [Reply(200, IDENTITY)]
    moments = random.Random(1)

    async def main():
        async with AsyncKeyward(base_url=service.origin, api_key=API_KEY) as keyward:
            for _ in range(300):
                task = asyncio.create_task(keyward.identities.get("idn_1"))
                await asyncio.sleep(moments.uniform(0, 0.006))
                task.cancel()
                await asyncio.wait([task])
            connections = keyward._transport._http._transport._pool.connections
            assert [one for one in connections if not one.is_idle()] == []
            return await keyward.identities.get("idn_1")

    assert asyncio.run(main()).id == IDENTITY["id"]
