import { describe, expect, onTestFinished } from 'vitest';
import { newSecret, newUserToken } from '../../../src/lib/secret.ts';
import { aCredential } from '../../support/builders.ts';
import { aDirectory } from '../../support/directories.ts';
import { sendRaw } from '../../support/raw.ts';
import { startTestService, test as base, type TestService } from '../../support/service.ts';

// A cluster or an office has one address. Strangers there must not stop the callers that are known.

const test = base.extend<{ limited: TestService }>({
  limited: [
    // Vitest reads the names of the fixtures this one needs from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startTestService({ RATE_LIMIT_PER_MINUTE: '600' });
      await use(service);
      await service.stop();
    },
    { scope: 'file' },
  ],
});

let last = 0;
/** A network that no other test has spent, on two nodes of one machine. */
const anAddress = (): string => `127.0.3.${++last}`;

const aKey = ({ ours }: TestService) =>
  aCredential(ours, { scopes: ['credentials.read', 'credentials.verify'] });

interface Asked {
  origin: string;
  localAddress: string;
  secret: string;
}

const list = async ({ origin, localAddress, secret }: Asked): Promise<number> => {
  const headers = { authorization: `Bearer ${secret}` };
  return (await sendRaw(origin, { path: '/api/v1/credentials?limit=1', headers, localAddress })).status;
};

const verify = async ({ origin, localAddress, secret }: Asked): Promise<number> =>
  (
    await sendRaw(origin, {
      method: 'POST',
      path: '/api/v1/credentials/verify',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ credential: secret }),
      localAddress,
    })
  ).status;

const unwrap = async (origin: string, localAddress: string): Promise<number> =>
  (
    await sendRaw(origin, {
      method: 'POST',
      path: '/api/v1/credentials/unwrap',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: newSecret('kd_wrap_') }),
      localAddress,
    })
  ).status;

/** Sends this until an address is refused, at most as often as may pass. */
async function spend(send: () => Promise<number>): Promise<void> {
  for (let at = 0; at < 200; at++) if ((await send()) === 429) return;
  throw new Error('the address was never refused');
}

const guess = () => newSecret('kd_live_');

describe('at an address where a stranger has spent the requests without a good key', () => {
  test.for(['wrong keys', 'no keys', 'tokens of users without a proof'] as const)(
    'by %s, a known key still gets in, also to verify, and a new good key does',
    async (how, { limited }) => {
      const { origin } = limited;
      const localAddress = anAddress();
      const [known, fresh] = [(await aKey(limited)).secret, (await aKey(limited)).secret];
      expect(await list({ origin, localAddress, secret: known })).toBe(200);
      await spend(
        {
          'wrong keys': () => list({ origin, localAddress, secret: guess() }),
          'no keys': () => list({ origin, localAddress, secret: 'x' }),
          'tokens of users without a proof': () =>
            list({ origin, localAddress, secret: newUserToken('kd_user_', undefined) }),
        }[how],
      );
      // Tokens that work once have a bucket of their own.
      expect(await unwrap(origin, localAddress)).toBe(404);
      expect(await list({ origin, localAddress, secret: 'x' })).toBe(429);
      expect(await list({ origin, localAddress, secret: guess() })).toBe(429);
      expect(await list({ origin, localAddress, secret: fresh })).toBe(200);
      for (let at = 0; at < 70; at++) expect(await verify({ origin, localAddress, secret: known })).toBe(200);
    },
  );

  test('a known key of a tenant gets in when the stranger has spent the look-ups, too; a new one waits', async ({
    limited,
  }) => {
    const { origin } = limited;
    const [localAddress, elsewhere] = [anAddress(), anAddress()];
    const [known, fresh] = [(await aKey(limited)).secret, (await aKey(limited)).secret];
    expect(await list({ origin, localAddress, secret: known })).toBe(200);
    await spend(() => list({ origin, localAddress, secret: 'x' }));
    // Each of these is looked up, until none is left.
    for (let at = 0; at < 61; at++) expect(await list({ origin, localAddress, secret: guess() })).toBe(429);
    expect(await list({ origin, localAddress, secret: fresh })).toBe(429);
    expect(await list({ origin, localAddress, secret: known })).toBe(200);
    // A key that was let in anywhere is known everywhere.
    expect(await list({ origin, localAddress: elsewhere, secret: fresh })).toBe(200);
    expect(await list({ origin, localAddress, secret: fresh })).toBe(200);
  });

  test('a key that is revoked is refused, and is not known any more', async ({ limited }) => {
    const { origin } = limited;
    const localAddress = anAddress();
    const { id, secret } = await aKey(limited);
    expect(await list({ origin, localAddress, secret })).toBe(200);
    await spend(() => list({ origin, localAddress, secret: 'x' }));
    for (let at = 0; at < 61; at++) await list({ origin, localAddress, secret: guess() });
    await limited.ours.call('revokeCredential', { path: { id } });
    const looked = async () =>
      (
        await limited.sql<{ count: number }>('select count from request_windows where name = $1', [
          localAddress,
        ])
      )[0]?.count;
    const before = await looked();
    expect(await list({ origin, localAddress, secret })).toBe(429);
    // It was looked up, and counts as a failure of the address.
    expect(await looked()).toBe((before ?? 0) + 1);
    expect(await list({ origin, localAddress, secret })).toBe(429);
    expect(await looked()).toBe((before ?? 0) + 1);
  });

  test('a node that has just started lets good keys in, and looks up sixty guesses a minute', async ({
    limited,
  }) => {
    const localAddress = anAddress();
    await spend(() => list({ origin: limited.origin, localAddress, secret: 'x' }));
    const cold = await limited.startNode({ RATE_LIMIT_PER_MINUTE: '600' });
    onTestFinished(() => cold.stop());
    const { origin } = cold;
    const keys = [];
    for (let at = 0; at < 3; at++) keys.push((await aKey(limited)).secret);
    const [first = '', second = '', third = ''] = keys;
    // The node learns from the database that the address has spent its requests.
    expect(await list({ origin, localAddress, secret: 'x' })).toBe(429);
    expect(await list({ origin, localAddress, secret: first })).toBe(200);
    for (let at = 0; at < 30; at++) expect(await list({ origin, localAddress, secret: guess() })).toBe(429);
    expect(await list({ origin, localAddress, secret: second })).toBe(200);
    for (let at = 0; at < 30; at++) expect(await list({ origin, localAddress, secret: guess() })).toBe(429);
    expect(await list({ origin, localAddress, secret: third })).toBe(429);
    for (const secret of [first, second]) expect(await list({ origin, localAddress, secret })).toBe(200);
  });

  test('a SCIM token gets in, known or new, and a key at the address of a directory does not', async ({
    limited,
  }) => {
    const localAddress = anAddress();
    const [known, fresh] = [await aDirectory(limited), await aDirectory(limited)];
    const ask = async (token: string): Promise<number> => {
      const path = `/api/scim/v2/${known.orgId}/Users?count=1`;
      const headers = { authorization: `Bearer ${token}` };
      return (await sendRaw(limited.origin, { path, headers, localAddress })).status;
    };
    expect(await ask(known.token)).toBe(200);
    await spend(() => ask('x'));
    expect(await ask(newSecret('scim_'))).toBe(429);
    expect([await ask(known.token), await ask(fresh.token)]).toEqual([200, 200]);
    for (let at = 0; at < 60; at++) expect(await ask(newSecret('scim_'))).toBe(429);
    expect([await ask(known.token), await ask(fresh.token)]).toEqual([200, 200]);
    const { secret } = await aKey(limited);
    expect(await ask(secret)).toBe(429);
  });
});

test('unknown paths and methods spend no requests of their address', async ({ limited }) => {
  const { origin } = limited;
  const localAddress = anAddress();
  for (let at = 0; at < 70; at++) {
    const path = at % 2 ? `/api/v1/nothing-${at}` : `/nothing-${at}`;
    expect((await sendRaw(origin, { path, localAddress })).status).toBe(404);
    const asked = { method: 'DELETE', path: '/api/v1/credentials/verify', localAddress };
    expect((await sendRaw(origin, asked)).status).toBe(405);
  }
  const { headers } = await sendRaw(origin, { path: '/api/v1/credentials', localAddress });
  expect(headers['x-ratelimit-remaining']).toBe('59');
});
