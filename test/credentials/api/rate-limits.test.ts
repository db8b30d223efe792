import { describe, expect } from 'vitest';
import { aCallerWith, aCredential, anIdentity } from '../../support/builders.ts';
import { sendRaw } from '../../support/raw.ts';
import { startTestService, test as base, type TestService } from '../../support/service.ts';
import { createWebhook } from '../../support/webhooks.ts';

/** Ten requests a minute and two more; the tenant's own key has enough for what tests prepare. */
const test = base.extend<{ limited: TestService }>({
  limited: [
    // Vitest reads the names of the fixtures this one needs from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startTestService({
        RATE_LIMIT_PER_MINUTE: '10',
        RATE_LIMIT_BURST: '2',
        RATE_LIMIT_MAX_PER_MINUTE: '1000',
      });
      await service.sql('update credentials set rate_limit_per_minute = 1000');
      await use(service);
      await service.stop();
    },
    { scope: 'file' },
  ],
});

const limitOf = (headers: Record<string, unknown>) => headers['x-ratelimit-limit'];
const ask = ({ origin }: TestService, secret: string) =>
  sendRaw(origin, {
    path: '/api/v1/credentials?limit=1',
    headers: { authorization: `Bearer ${secret}` },
  });
const reader = { scopes: ['credentials.read', 'credentials.verify'] };

describe('rateLimitPerMinute of a credential', () => {
  test('limits its requests exactly and at once, and those of no other key', async ({ limited }) => {
    for (const own of [30, 3]) {
      const [key, other] = [
        await aCredential(limited.ours, { ...reader, rateLimitPerMinute: own }),
        await aCredential(limited.ours, reader),
      ];
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask(limited, key.secret)));
      const passed = answers.filter(({ status }) => status === 200);
      expect([own, passed.length]).toEqual([own, own + 2]);
      const remaining = passed.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
      expect(Math.max(...remaining)).toBe(own - 1);
      const refused = answers.find(({ status }) => status === 429);
      expect(refused).toMatchObject({
        headers: { 'x-ratelimit-limit': String(own), 'x-ratelimit-remaining': '0' },
        body: { code: 'RATE_LIMITED', details: { limit: own, remaining: 0 } },
      });
      expect(refused?.body.error).toBe(
        `Rate limit exceeded: this key may make ${own} requests a minute, verifications included, and 2 more. Retry after the time in X-RateLimit-Reset. For more, set rateLimitPerMinute of the key (at most 1000), or ask the operator to raise RATE_LIMIT_PER_MINUTE`,
      );
      expect(limitOf((await ask(limited, other.secret)).headers)).toBe('10');
    }
  });

  test('is shown, changes at once, ends with null and survives a rotation', async ({ limited }) => {
    const { ours } = limited;
    const { id, secret } = await aCredential(ours, { ...reader, rateLimitPerMinute: 50 });
    const path = { id };
    expect((await ours.call('getCredential', { path })).body.rateLimitPerMinute).toBe(50);
    const listed = await ours.call('listCredentials', { query: { limit: 1 } });
    expect(listed.body.data[0]).toMatchObject({ id, rateLimitPerMinute: 50 });
    const set = (rateLimitPerMinute: number | null) =>
      ours.call('updateCredential', { path, body: { rateLimitPerMinute } });
    expect((await set(60)).body.rateLimitPerMinute).toBe(60);
    expect(limitOf((await ask(limited, secret)).headers)).toBe('60');
    const rotated = await ours.call('rotateCredential', { path });
    expect(rotated.body.rateLimitPerMinute).toBe(60);
    expect(limitOf((await ask(limited, rotated.body.credential)).headers)).toBe('60');
    expect((await set(null)).body.rateLimitPerMinute).toBe(null);
    expect(limitOf((await ask(limited, rotated.body.credential)).headers)).toBe('10');
  });

  test('applies to a just-in-time credential', async ({ limited }) => {
    const jit = { identityId: await anIdentity(limited.ours), duration: '5m', ...reader };
    const { body } = await limited.ours.call('createJitCredential', {
      body: { ...jit, rateLimitPerMinute: 70 },
    });
    expect(body.rateLimitPerMinute).toBe(70);
    expect(limitOf((await ask(limited, body.credential)).headers)).toBe('70');
  });

  test('has a maximum that the operator sets, and the error names it', async ({ limited }) => {
    const { ours, sql } = limited;
    const { id, identityId, secret } = await aCredential(ours, reader);
    const rateLimitPerMinute = 1001;
    const refusals = [
      await ours.call('createCredential', { body: { identityId, name: 'fast', rateLimitPerMinute } }),
      await ours.call('createJitCredential', { body: { identityId, duration: '5m', rateLimitPerMinute } }),
      await ours.call('updateCredential', { path: { id }, body: { rateLimitPerMinute } }),
    ];
    for (const { status, body } of refusals)
      expect([status, body.details]).toEqual([
        400,
        {
          rateLimitPerMinute:
            'must be at most 1000 such as 1000, the RATE_LIMIT_MAX_PER_MINUTE of this service; ask its operator for more, or send null for the default limit',
        },
      ]);
    // As if the operator had lowered the maximum later.
    await sql('update credentials set rate_limit_per_minute = 5000 where id = $1', [id]);
    expect(limitOf((await ask(limited, secret)).headers)).toBe('1000');
  });
});

describe('a key with a limit of its own', () => {
  const refusal = (own: number) => ({
    status: 403,
    body: {
      code: 'BOUND_NOT_GRANTABLE',
      details: { bounds: ['rateLimitPerMinute'], rateLimitPerMinute: own },
    },
  });

  test('below the usual limit gives no higher limit to any key or to itself', async ({ limited }) => {
    const { ours } = limited;
    const slow = async () => (await aCallerWith(limited, ['*'], { rateLimitPerMinute: 5 })).caller;
    const identityId = await anIdentity(ours);
    const make = (caller: typeof ours, fields: object) =>
      caller.call('createCredential', { body: { identityId, name: 'made', ...fields } });
    const jit = { identityId, duration: '5m' };
    const one = await slow();
    expect(await make(one, {})).toMatchObject(refusal(5));
    expect(await make(one, { rateLimitPerMinute: 6 })).toMatchObject(refusal(5));
    expect((await make(one, { rateLimitPerMinute: 5 })).status).toBe(201);
    expect(await one.call('createJitCredential', { body: jit })).toMatchObject(refusal(5));
    // Resources without a rate limit are not compared.
    expect((await createWebhook(one)).id).toEqual(expect.any(String));

    const { caller: self, id } = await aCallerWith(limited, ['*'], { rateLimitPerMinute: 5 });
    for (const rateLimitPerMinute of [6, null])
      expect(
        await self.call('updateCredential', { path: { id }, body: { rateLimitPerMinute } }),
      ).toMatchObject(refusal(5));
    expect((await self.call('rotateCredential', { path: { id } })).body.rateLimitPerMinute).toBe(5);

    const path = { id: (await aCredential(ours)).id };
    const two = await slow();
    expect(await two.call('rotateCredential', { path })).toMatchObject(refusal(5));
    for (const [rateLimitPerMinute, status] of [
      [50, 403],
      [4, 200],
      [5, 200],
      [6, 403],
    ] as const)
      expect([
        rateLimitPerMinute,
        (await two.call('updateCredential', { path, body: { rateLimitPerMinute } })).status,
      ]).toEqual([rateLimitPerMinute, status]);
  });

  test('above the usual limit need not send the field, and cannot exceed its own limit', async ({
    limited,
  }) => {
    const { caller, id, identityId } = await aCallerWith(limited, ['*'], { rateLimitPerMinute: 20 });
    const make = (fields: object) =>
      caller.call('createCredential', { body: { identityId, name: 'made', ...fields } });
    expect((await make({})).status).toBe(201);
    expect((await make({ rateLimitPerMinute: 20 })).status).toBe(201);
    expect(await make({ rateLimitPerMinute: 21 })).toMatchObject(refusal(20));
    const body = { rateLimitPerMinute: 21 };
    expect(await caller.call('updateCredential', { path: { id }, body })).toMatchObject(refusal(20));
  });

  test('is set by a key that holds its scopes, and by one without a limit up to the maximum', async ({
    limited,
  }) => {
    const { id } = await aCredential(limited.ours, { scopes: ['org.read'] });
    const set = async (scopes: string[]) => {
      const { caller } = await aCallerWith(limited, scopes);
      const body = { rateLimitPerMinute: 1000 };
      const { status, body: answer } = await caller.call('updateCredential', { path: { id }, body });
      return [status, answer.code ?? answer.rateLimitPerMinute];
    };
    expect(await set(['credentials.write'])).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    expect(await set(['credentials.write', 'org.read'])).toEqual([200, 1000]);
  });

  test('does not count as the last key with scope *, unless its limit is usual or higher', async ({
    limited,
  }) => {
    const { theirs, sql, organizations } = limited;
    const [only] = await sql<{ id: string }>(
      "select id from credentials where org_id = $1 and '*' = any (scopes)",
      [organizations.theirs.live.orgId],
    );
    const path = { id: only?.id ?? '' };
    await sql('update credentials set rate_limit_per_minute = null where id = $1', [path.id]);
    const set = (rateLimitPerMinute: number) =>
      theirs.call('updateCredential', { path, body: { rateLimitPerMinute } });
    expect(await set(9)).toMatchObject({ status: 409, body: { code: 'LOCKOUT_RISK' } });
    expect((await set(500)).status).toBe(200);
  });
});
