import pg from 'pg';
import { describe, expect, vi } from 'vitest';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { aGroup } from '../../support/groups.ts';
import { sendRaw } from '../../support/raw.ts';
import { startTestService, test as base, type TestService } from '../../support/service.ts';
import { newUserToken } from '../../../src/lib/secret.ts';
import { aCommandLine, aProof, publicUrl } from '../../support/command-line.ts';
import { aUserCaller, signedIn, type UserCaller } from '../../support/user-caller.ts';

const test = base.extend<{ limited: TestService }>({
  limited: [
    // Vitest reads the names of the fixtures this one needs from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startTestService({ RATE_LIMIT_PER_MINUTE: '100' });
      await use(service);
      await service.stop();
    },
    { scope: 'file' },
  ],
});

const whoAmI = async ({ client }: Pick<UserCaller, 'client'>) => {
  const { status, headers } = await client.call('getMe');
  return { status, remaining: Number(headers.get('x-ratelimit-remaining')) };
};

describe('the window of a user', () => {
  test('passes 600 requests of all browsers of the user, and refuses the next', { timeout: 60_000 }, async ({
    limited,
  }) => {
    const user = await aUserCaller(limited, { roles: ['AUDITOR'] });
    const browsers = [user, await signedIn(limited, user)];
    const other = await aUserCaller(limited, { roles: ['AUDITOR'] });
    expect(await whoAmI(user)).toEqual({ status: 200, remaining: 599 });
    const seen: number[] = [];
    for (let round = 0; round < 10; round++) {
      // The window lasts a minute, in which a busy machine may not answer all of them.
      await limited.sql('update request_windows set started_at = now() where name = $1', [user.userId]);
      const left = round === 9 ? 59 : 60;
      const answers = await Promise.all(
        Array.from({ length: left }, (_, at) => whoAmI(browsers[at % 2] ?? user)),
      );
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      seen.push(...answers.map(({ remaining }) => remaining));
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 599 }, (_, at) => at));
    for (const { client } of browsers) {
      const { status, headers, body } = await client.call('getMe');
      expect([status, body.code]).toEqual([429, 'RATE_LIMITED']);
      expect(headers.get('x-ratelimit-limit')).toBe('600');
      expect(headers.get('x-ratelimit-remaining')).toBe('0');
      expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000 - 1);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    // Another user, and the keys of the tenant, have windows of their own.
    expect(await whoAmI(other)).toEqual({ status: 200, remaining: 599 });
    expect((await limited.ours.call('getMe')).status).toBe(200);
    // The test twin is the same user.
    expect((await user.in(limited.oursTest.orgId).call('getMe')).status).toBe(429);
  });

  test('costs a browser that has spent it no look at its session', async ({ limited }) => {
    const user = await aUserCaller(limited, { roles: ['AUDITOR'] });
    const spent = `insert into request_windows (name, started_at, count) values ($1, now(), 600)`;
    await limited.sql(spent, [user.userId]);
    expect((await user.client.call('getMe')).status).toBe(429);
    await limited.sql('delete from login_sessions where user_id = $1', [user.userId]);
    expect((await user.client.call('getMe')).status).toBe(429);
    // Another cookie is another browser.
    const cookie = `kd_session=${'B'.repeat(43)}`;
    expect((await user.in(limited.ours.orgId, { cookie }).call('getMe')).status).toBe(401);
  });

  test('is shared with the command line of the user, which costs no look-up once it is spent', async ({
    limited,
  }) => {
    const user = await aUserCaller(limited, { roles: ['AUDITOR'] });
    const line = await aCommandLine(limited, user);
    expect(await whoAmI(user)).toEqual({ status: 200, remaining: 599 });
    expect(await whoAmI(line)).toEqual({ status: 200, remaining: 598 });
    expect(await whoAmI(user)).toEqual({ status: 200, remaining: 597 });
    await limited.sql('update request_windows set count = 600 where name = $1', [user.userId]);
    for (const { client } of [line, user]) expect((await client.call('getMe')).status).toBe(429);
    const proofs = `select count(*)::int as count from oidc_artifacts where model = 'ReplayDetection'`;
    const [before] = await limited.sql(proofs);
    expect((await line.client.call('getMe')).status).toBe(429);
    expect(await limited.sql(proofs)).toEqual([before]);
  });

  test('is not that of strangers: wrong tokens and wrong proofs count against the address', async ({
    limited,
  }) => {
    const user = await aUserCaller(limited, { roles: ['AUDITOR'] });
    const line = await aCommandLine(limited, user);
    const localAddress = '127.0.7.1';
    const tokens = [newUserToken('kd_user_', undefined), 'kd_user_mistyped', line.tokens.access];
    for (const token of tokens) {
      const headers = {
        authorization: `DPoP ${token}`,
        dpop: 'not.a.proof',
        'keyward-tenant': limited.ours.orgId ?? '',
      };
      const { status } = await sendRaw(limited.origin, { path: '/api/v1/me', headers, localAddress });
      expect(status).toBe(401);
    }
    expect(await limited.sql('select count from request_windows where name = $1', [localAddress])).toEqual([
      { count: tokens.length },
    ]);
    expect(await limited.sql('select count from request_windows where name = $1', [user.userId])).toEqual([]);
  });

  test('is not spent by a stranger who has seen a request, and such a stranger is stopped', async ({
    limited,
  }) => {
    const user = await aUserCaller(limited, { roles: ['AUDITOR'] });
    const line = await aCommandLine(limited, user);
    expect((await line.client.call('getMe')).status).toBe(200);
    const token = line.tokens.access;
    const about = { method: 'GET', url: publicUrl(limited.origin, `${limited.origin}/api/v1/me`), token };
    const seen = await aProof(line.key, about, { jti: 'seen' });
    const headers = { authorization: `DPoP ${token}`, 'keyward-tenant': limited.ours.orgId ?? '' };
    const send = async (localAddress: string, dpop: string) =>
      (await sendRaw(limited.origin, { path: '/api/v1/me', headers: { ...headers, dpop }, localAddress }))
        .status;
    expect(await send('127.0.7.2', seen)).toBe(200);
    const looked = vi.spyOn(pg.Client.prototype, 'query');
    const [head = '', body = '', signature = ''] = (await aProof(line.key, about)).split('.');
    const forged = `${head}.${body}.${signature.slice(0, -4)}AAAA`;
    // The address has let a good request in, so it is known at first.
    const statuses: number[] = [];
    for (let times = 0; times < 140; times++)
      statuses.push(await send('127.0.7.2', times % 2 === 0 ? seen : forged));
    const lookUps = looked.mock.calls.filter(([asked]) => JSON.stringify(asked).includes('tenant-of-token'));
    looked.mockRestore();
    expect(statuses.filter((status) => status === 200)).toEqual([]);
    expect(statuses.slice(-20)).toEqual(Array.from({ length: 20 }, () => 429));
    expect(lookUps.length).toBeLessThan(130);
    const window = 'select count from request_windows where name = $1';
    expect(await limited.sql(window, [user.userId])).toEqual([{ count: 2 }]);
    expect((await line.client.call('getMe')).status).toBe(200);
  });

  test('is shared by two nodes', async ({ limited }) => {
    const user = await aUserCaller(limited, { roles: ['AUDITOR'] });
    const node = await limited.startNode();
    const spent = `insert into request_windows (name, started_at, count) values ($1, now(), 600)`;
    await limited.sql(spent, [user.userId]);
    for (const origin of [limited.origin, node.origin]) {
      const headers = {
        cookie: user.person.cookies.sent('/').cookie ?? '',
        'keyward-tenant': limited.ours.orgId ?? '',
        'sec-fetch-site': 'same-origin',
      };
      expect((await sendRaw(origin, { path: '/api/v1/me', headers })).status).toBe(429);
    }
    await node.stop();
  });
});

describe('a request of a user who reads', () => {
  test('takes two statements and no transaction to authenticate, with and without policies', async ({
    limited,
  }) => {
    const user = await aUserCaller(limited);
    const ask = () => user.client.call('listWebhooks');
    const statements = async () => {
      await ask();
      const query = vi.spyOn(pg.Client.prototype, 'query');
      expect((await ask()).status).toBe(200);
      const texts = query.mock.calls.map(([asked]: unknown[]) =>
        typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? ''),
      );
      query.mockRestore();
      return texts.filter((text) =>
        /^\s*(begin|start|commit)|browsers|group_members|access_version/i.test(text),
      );
    };
    expect(await statements()).toHaveLength(2);
    const groups = { include: [await aGroup(limited.ours)] };
    await anAccessPolicy(limited.ours, { conditions: { groups } });
    expect(await statements()).toHaveLength(2);
    await withoutAccessPolicies(limited.ours);
  });
});

describe('a cookie that is not good', () => {
  test('counts against the address', async ({ limited }) => {
    const user = await aUserCaller(limited);
    const ask = (localAddress: string, cookie: string) =>
      sendRaw(limited.origin, {
        path: '/api/v1/me',
        localAddress,
        headers: { cookie, 'keyward-tenant': limited.ours.orgId ?? '', 'sec-fetch-site': 'same-origin' },
      });
    const guess = (at: number) => `kd_session=${String(at).padStart(43, 'A')}`;
    for (let at = 0; at < 60; at++) expect((await ask('127.0.0.21', guess(at))).status).toBe(401);
    expect((await ask('127.0.0.21', guess(60))).status).toBe(429);
    expect((await ask('127.0.0.22', guess(61))).status).toBe(401);
    const own = user.person.cookies.sent('/').cookie ?? '';
    expect((await ask('127.0.0.22', own)).status).toBe(200);
  });
});

describe('an address with too many wrong keys', () => {
  test('stops no good session, known or new, and stops cookies and tenants that are guessed', async ({
    limited,
  }) => {
    const [known, fresh] = [await aUserCaller(limited), await aUserCaller(limited)];
    const ask = (headers: Record<string, string>) =>
      sendRaw(limited.origin, { path: '/api/v1/me', localAddress: '127.0.0.24', headers });
    const by = ({ person }: UserCaller, orgId = limited.ours.orgId ?? '') =>
      ask({
        cookie: person.cookies.sent('/').cookie ?? '',
        'keyward-tenant': orgId,
        'sec-fetch-site': 'same-origin',
      });
    expect((await by(known)).status).toBe(200);
    for (let at = 0; at < 60; at++) expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(429);
    expect((await ask({ authorization: `Bearer ${limited.ours.key ?? ''}` })).status).toBe(200);
    for (let at = 0; at < 3; at++) expect((await by(known)).status).toBe(200);
    // A cookie that was not seen is looked up, as long as the address has look-ups left.
    expect((await by(fresh)).status).toBe(200);
    const guessed = { cookie: `kd_session=${'A'.repeat(43)}`, 'keyward-tenant': limited.ours.orgId ?? '' };
    for (let at = 0; at < 3; at++)
      expect((await ask({ ...guessed, 'sec-fetch-site': 'same-origin' })).status).toBe(429);
    expect((await by(known, limited.theirs.orgId)).status).toBe(429);
    // A session that has ended is told so once.
    await limited.sql('delete from login_sessions where user_id = $1', [known.userId]);
    expect((await by(known)).status).toBe(429);
    expect((await by(known)).status).toBe(429);
  });
});

describe('a page that names its user', () => {
  test('is answered for that user alone, and does not count against the address', async ({ limited }) => {
    const [user, other] = [await aUserCaller(limited), await aUserCaller(limited)];
    const ask = (meant: string) =>
      sendRaw(limited.origin, {
        path: '/api/v1/me',
        localAddress: '127.0.0.23',
        headers: {
          cookie: user.person.cookies.sent('/').cookie ?? '',
          'keyward-tenant': limited.ours.orgId ?? '',
          'keyward-user': meant,
          'sec-fetch-site': 'same-origin',
        },
      });
    for (let at = 0; at < 61; at++) {
      const { status, body } = await ask(other.userId);
      expect([status, body.code]).toEqual([401, 'SESSION_OF_ANOTHER_USER']);
    }
    expect((await ask(user.userId)).status).toBe(200);
    for (const meant of ['', 'ada', `${user.userId},${other.userId}`])
      expect((await ask(meant)).status).toBe(401);
  });
});

describe('a limit that a user gives', () => {
  test('does not slow the last full key of the tenant', async ({ limited }) => {
    const owner = await aUserCaller(limited);
    const { id } = (await limited.ours.call('getMe')).body;
    const slowed = await owner.client.call('updateCredential', {
      path: { id },
      body: { rateLimitPerMinute: 1 },
    });
    expect([slowed.status, slowed.body.code]).toEqual([409, 'LOCKOUT_RISK']);
  });
});
