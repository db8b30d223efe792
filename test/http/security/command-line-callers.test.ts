import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect } from 'vitest';
import { newUserToken } from '../../../src/lib/secret.ts';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { anIdentity, aUser } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { aCommandLine, aProof, aProofKey, type CommandLine, publicUrl } from '../../support/command-line.ts';
import { aGroup } from '../../support/groups.ts';
import { anOperatorKey } from '../../support/operators.ts';
import { sendRaw } from '../../support/raw.ts';
import { test, type TestService } from '../../support/service.ts';
import { aUserCaller } from '../../support/user-caller.ts';

// Users call the API by the command line (docs/decisions/0128). The tests of every operation are in test/contract/visitors/command-line.ts.

const lineOf = async (service: TestService, roles: string[], scope = '*'): Promise<CommandLine> =>
  aCommandLine(service, { userId: await aUser(service.ours, { roles }) }, { scope });

const outcomeOf = async ({ client }: Pick<CommandLine, 'client'>, id: 'getMe' | 'listWebhooks' = 'getMe') => {
  const { status, body } = await client.call(id);
  return status < 300 ? status : [status, body.code];
};
const unauthorized = [401, 'UNAUTHORIZED'];
const forbidden = [403, 'INSUFFICIENT_SCOPE'];

/** Sends a request with a proof that the test makes. */
async function withProof(
  { origin }: Pick<TestService, 'origin'>,
  { tokens, client }: CommandLine,
  proof: string | string[],
  more: Record<string, string> = {},
) {
  const answer = await sendRaw(origin, {
    method: 'GET',
    path: '/api/v1/me',
    headers: {
      authorization: `DPoP ${tokens.access}`,
      'keyward-tenant': client.orgId ?? '',
      dpop: proof,
      ...more,
    },
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.text) };
}

const meUrl = ({ origin }: Pick<TestService, 'origin'>): string => publicUrl(origin, `${origin}/api/v1/me`);

describe('the rights of a user with the command line', () => {
  test('are those that the roles and groups have now and the token has, too', async ({ service }) => {
    const { ours } = service;
    const line = await lineOf(service, ['MEMBER'], 'webhooks.read identities.*');
    expect(await outcomeOf(line, 'listWebhooks')).toEqual(forbidden);
    const groupId = await aGroup(ours, { scopes: ['webhooks.read', 'credentials.read'] });
    await ours.call('addGroupMembers', { path: { groupId }, body: { userIds: [line.userId] } });
    expect(await outcomeOf(line, 'listWebhooks')).toBe(200);
    expect((await line.client.call('getMe')).body.scopes).toEqual(['webhooks.read']);
    const path = { userId: line.userId };
    await ours.call('updateUser', { path, body: { roles: ['ADMIN'] } });
    expect((await line.client.call('getMe')).body.scopes.toSorted()).toEqual([
      'identities.read',
      'identities.write',
      'webhooks.read',
    ]);
    await ours.call('updateUser', { path, body: { roles: ['MEMBER'] } });
    await ours.call('removeGroupMember', { path: { groupId, userId: line.userId } });
    expect(await outcomeOf(line, 'listWebhooks')).toEqual(forbidden);
  });

  test('bound what the user gives: an owner with a narrow token gives no more', async ({ service }) => {
    const line = await lineOf(service, ['OWNER'], 'credentials.write identities.read');
    const identityId = await anIdentity(service.ours, { allowedScopes: ['*'] });
    const give = async (scopes: string[]) => {
      const body = { identityId, name: 'key', scopes };
      const { status, body: told } = await line.client.call('createCredential', { body });
      return [status, told.code];
    };
    expect(await give(['*'])).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    expect(await give(['webhooks.read'])).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    expect(await give(['identities.read'])).toEqual([201, undefined]);
  });

  test('open the test twin with a token of the live tenant, and no live tenant with one of the test tenant', async ({
    service,
  }) => {
    const { ours, oursTest } = service;
    const line = await lineOf(service, ['OWNER']);
    expect((await line.in(oursTest.orgId).call('getMe')).body).toMatchObject({
      id: line.userId,
      environment: 'test',
    });
    const tester = await aCommandLine(
      service,
      { userId: await aUser(oursTest, { roles: ['OWNER'] }) },
      { at: oursTest },
    );
    expect(await outcomeOf(tester)).toBe(200);
    expect(await outcomeOf({ client: tester.in(ours.orgId) })).toEqual(unauthorized);
  });

  test('are not judged by the bounds of keys: what the user gives lasts as long as the user', async ({
    service,
  }) => {
    const line = await lineOf(service, ['OWNER']);
    const ends = new Date(Date.now() + 3_600_000).toISOString();
    await service.sql('update users set expires_at = $2 where id = $1', [line.userId, ends]);
    const identityId = await anIdentity(service.ours);
    const body = { identityId, name: 'key', scopes: ['identities.read'] };
    const { status, body: told } = await line.client.call('createCredential', { body });
    expect([status, told.code]).toEqual([403, 'BOUND_NOT_GRANTABLE']);
    const within = await line.client.call('createCredential', { body: { ...body, expiresAt: ends } });
    expect(within.status).toBe(201);
  });
});

describe('the token of the command line', () => {
  test('ends at once with what it rests on, on each node', async ({ service }) => {
    const { ours, sql, origin } = service;
    const node = await service.startNode({ BASE_URL: publicUrl(origin, `${origin}/`).slice(0, -1) });
    const ends: [what: string, end: (line: CommandLine) => Promise<unknown>][] = [
      ['user', ({ userId }) => ours.call('suspendUser', { path: { userId }, body: {} })],
      ['erased user', ({ userId }) => ours.call('deleteUser', { path: { userId } })],
      [
        'time of the user',
        ({ userId }) => sql('update users set expires_at = now() where id = $1', [userId]),
      ],
      ['sessions', ({ userId }) => ours.call('endUserSessions', { path: { userId } })],
      ['sign-out', async ({ browser }) => browser.send(await browser.open(`/logout/${ours.orgId ?? ''}`))],
      [
        'idle session',
        ({ userId }) =>
          sql(
            `update login_sessions set last_seen_at = now() - interval '12 hours 1 second' where user_id = $1`,
            [userId],
          ),
      ],
      [
        'grant',
        ({ userId }) => sql(`delete from oidc_artifacts where model = 'Grant' and user_id = $1`, [userId]),
      ],
      [
        'time of the token',
        ({ userId }) =>
          sql(`update oidc_artifacts set expires_at = now() where model = 'AccessToken' and user_id = $1`, [
            userId,
          ]),
      ],
    ];
    for (const [what, end] of ends) {
      const line = await lineOf(service, ['ADMIN']);
      const there = createClient(node.origin, undefined, ours.orgId, async (method, url) => ({
        authorization: `DPoP ${line.tokens.access}`,
        dpop: await aProof(line.key, { method, url: publicUrl(origin, url), token: line.tokens.access }),
        'keyward-tenant': ours.orgId ?? '',
      }));
      expect([what, await outcomeOf(line), await outcomeOf({ client: there })]).toEqual([what, 200, 200]);
      await end(line);
      expect([what, await outcomeOf(line), await outcomeOf({ client: there })]).toEqual([
        what,
        unauthorized,
        unauthorized,
      ]);
      expect([what, (await line.refresh()).status]).toEqual([
        what,
        what.startsWith('time of the token') ? 200 : 400,
      ]);
    }
    await node.stop();
  });

  test('is that of the user who allowed it, and not of another user in the same browser', async ({
    service,
  }) => {
    const line = await lineOf(service, ['ADMIN']);
    const other = await aUser(service.ours, { roles: ['OWNER'] });
    await service.sql('update login_sessions set user_id = $2 where user_id = $1', [line.userId, other]);
    expect(await outcomeOf(line)).toEqual(unauthorized);
    expect((await line.refresh()).body['error']).toBe('invalid_grant');
  });

  test('keeps its session from ending, and says nothing of where its browser is', async ({ service }) => {
    const line = await lineOf(service, ['ADMIN']);
    const read = `select last_seen_at > now() - interval '1 minute' as recent, front from login_sessions where user_id = $1`;
    await service.sql(
      `update login_sessions set last_seen_at = now() - interval '11 hours', front = '{"address": "203.0.113.9"}' where user_id = $1`,
      [line.userId],
    );
    expect(await outcomeOf(line)).toBe(200);
    expect(await service.sql(read, [line.userId])).toEqual([
      { recent: true, front: { address: '203.0.113.9' } },
    ]);
  });

  test('is refused in an organization that an operator has suspended', async ({ service }) => {
    const pair = await service.addPair(service.origin);
    const at = { ...service, ...pair };
    const line = await lineOf(at, ['OWNER']);
    expect(await outcomeOf(line)).toBe(200);
    const operator = createClient(service.origin, (await anOperatorKey(service.sql)).secret);
    await operator.call('suspendOrganization', { path: { id: String(pair.ours.orgId) } });
    expect(await outcomeOf(line)).toEqual(unauthorized);
    expect((await line.refresh()).status).not.toBe(200);
    await operator.call('resumeOrganization', { path: { id: String(pair.ours.orgId) } });
    expect(await outcomeOf(line)).toBe(200);
  });
});

describe('the proof of a request', () => {
  test('must be right in each part', async ({ service }) => {
    const line = await lineOf(service, ['ADMIN']);
    const about = { method: 'GET', url: meUrl(service), token: line.tokens.access };
    const now = Math.floor(Date.now() / 1000);
    const { origin, host } = new URL(meUrl(service));
    const rsa = await generateKeyPair('RS256', { extractable: true });
    const claimsOf = async (claims: Record<string, unknown>) => aProof(line.key, about, claims);
    const signedBy = async (header: Record<string, unknown>, key: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT({ htm: 'GET', htu: about.url, iat: now, jti: randomUUID() })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', ...header })
        .sign(key);
    const good = await claimsOf({});
    const [head = '', body = ''] = good.split('.');
    const wrong: Record<string, string> = {
      'another method': await claimsOf({ htm: 'POST' }),
      'another path': await claimsOf({ htu: `${origin}/api/v1/identities` }),
      'another host': await claimsOf({ htu: 'http://attacker.example/api/v1/me' }),
      'another scheme': await claimsOf({ htu: `https://${host}/api/v1/me` }),
      'no address': await claimsOf({ htu: undefined }),
      'an old proof': await claimsOf({ iat: now - 301 }),
      'a proof of the future': await claimsOf({ iat: now + 330 }),
      'no time': await claimsOf({ iat: undefined }),
      'a time as a text': await claimsOf({ iat: String(now) }),
      'no name': await claimsOf({ jti: '' }),
      'a long name': await claimsOf({ jti: 'a'.repeat(257) }),
      'a nonce': await claimsOf({ nonce: 'a' }),
      'another token': await claimsOf({ ath: 'a' }),
      'no token': await claimsOf({ ath: undefined }),
      'another key': await aProof(await aProofKey(), about),
      'another type': await signedBy({ typ: 'jwt', jwk: line.key.jwk }, line.key.privateKey),
      'a private key': await signedBy({ jwk: { ...line.key.jwk, d: 'AAAA' } }, line.key.privateKey),
      'no key': await signedBy({}, line.key.privateKey),
      'another algorithm': await signedBy(
        { alg: 'RS384', jwk: await exportJWK(rsa.publicKey) },
        (await generateKeyPair('RS384')).privateKey,
      ),
      'another signature': `${head}.${body}.${'A'.repeat(86)}`,
      'a changed signature of the text': `${good}=`,
      'no JWT': 'a.b.c',
      'a very long one': `${good}${'A'.repeat(5_000)}`,
    };
    for (const [what, proof] of Object.entries(wrong)) {
      const { status, body: told, headers } = await withProof(service, line, proof);
      expect([what, status, told.code]).toEqual([what, 401, 'DPOP_PROOF_REFUSED']);
      expect([what, told.details.DPoP]).toEqual([what, expect.stringMatching(/^[a-z]/i)]);
      expect(headers['www-authenticate']).toMatch(/^DPoP error="invalid_dpop_proof", algs="[\w ]+"$/);
    }
    expect((await withProof(service, line, [good, good])).status).toBe(401);
    expect((await withProof(service, line, good)).status).toBe(200);
  });

  test('works once, also at another node and at the token endpoint', async ({ service }) => {
    const { ours, origin } = service;
    const line = await lineOf(service, ['ADMIN']);
    const node = await service.startNode({ BASE_URL: publicUrl(origin, `${origin}/`).slice(0, -1) });
    const jti = randomUUID();
    const about = { method: 'GET', url: meUrl(service), token: line.tokens.access };
    const dpop = await aProof(line.key, about, { jti });
    const send = async (at: string) => {
      const headers = {
        authorization: `DPoP ${line.tokens.access}`,
        'keyward-tenant': ours.orgId ?? '',
        dpop,
      };
      const answer = await sendRaw(at, { method: 'GET', path: '/api/v1/me', headers });
      return answer.status;
    };
    const all = await Promise.all([origin, node.origin, origin, node.origin].map(send));
    expect(all.toSorted()).toEqual([200, 401, 401, 401]);
    const url = `${line.issuer}/token`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { dpop: await aProof(line.key, { method: 'POST', url }, { jti }) },
      body: new URLSearchParams({
        client_id: 'keyward-cli',
        grant_type: 'refresh_token',
        refresh_token: line.tokens.refresh,
      }),
    });
    expect(response.status).toBe(400);
    expect((await line.refresh()).status).toBe(200);
    await node.stop();
  });

  test('may spell the address as the URL standard allows, and may have a query', async ({ service }) => {
    const line = await lineOf(service, ['ADMIN']);
    const { host } = new URL(meUrl(service));
    for (const htu of [`HTTP://${host.toUpperCase()}/api/v1/me?x=1#y`, `http://${host}/api/v1/./me`]) {
      const about = { method: 'GET', url: meUrl(service), token: line.tokens.access };
      const proof = await aProof(line.key, about, { htu });
      expect([htu, (await withProof(service, line, proof)).status]).toEqual([htu, 200]);
    }
  });

  test('is judged by the public address, and not by the host of the request', async ({ service }) => {
    const line = await lineOf(service, ['ADMIN']);
    const about = { method: 'GET', url: meUrl(service), token: line.tokens.access };
    const behind = { host: 'localhost:9' };
    expect((await withProof(service, line, await aProof(line.key, about), behind)).status).toBe(200);
    const other = await aProof(line.key, { ...about, url: 'http://localhost:9/api/v1/me' });
    expect((await withProof(service, line, other, behind)).status).toBe(401);
  });
});

describe('a token of a user', () => {
  test('is not a key: as Bearer it is refused with a sentence', async ({ service }) => {
    const line = await lineOf(service, ['ADMIN']);
    for (const token of [line.tokens.access, newUserToken('kd_user_', undefined)]) {
      const { status, body, headers } = await createClient(service.origin, token).call('getMe');
      expect([status, body.code, body.details]).toEqual([
        401,
        'DPOP_PROOF_REFUSED',
        { Authorization: 'must be DPoP and the token, beside a proof in the header DPoP' },
      ]);
      expect(headers.get('www-authenticate')).toMatch(/^DPoP /);
    }
    const verified = await service.ours.call('verifyCredential', {
      body: { credential: line.tokens.access },
    });
    expect(verified.body).toMatchObject({ valid: false });
    const inAddress = await service.ours.call('listIdentities', { query: { search: line.tokens.refresh } });
    expect(inAddress.status).toBe(400);
  });

  test('that is unknown, mistyped or sent twice opens nothing', async ({ service }) => {
    const line = await lineOf(service, ['ADMIN']);
    const about = { method: 'GET', url: meUrl(service) };
    const ask = async (token: string) => {
      const proof = await aProof(line.key, { ...about, token });
      const more = { authorization: `DPoP ${token}` };
      const { status, body } = await withProof(service, line, proof, more);
      return [status, body.code];
    };
    expect(await ask(newUserToken('kd_user_', undefined))).toEqual(unauthorized);
    expect(await ask(`${line.tokens.access.slice(0, -1)}-`)).toEqual(unauthorized);
    expect(await ask(`${line.tokens.access} ${line.tokens.access}`)).toEqual(unauthorized);
    expect(await ask(service.ours.key ?? '')).toEqual(unauthorized);
    const proof = await aProof(line.key, { ...about, token: line.tokens.access });
    const twice = await sendRaw(service.origin, {
      method: 'GET',
      path: '/api/v1/me',
      headers: {
        authorization: [`DPoP ${line.tokens.access}`, `Bearer ${service.ours.key ?? ''}`],
        'keyward-tenant': service.ours.orgId ?? '',
        dpop: proof,
      },
    });
    expect(twice.status).toBe(400);
  });
});

describe('an Idempotency-Key of the command line', () => {
  test('repeats its response after a refresh, and not for another sign-in of the user', async ({
    service,
  }) => {
    const line = await lineOf(service, ['OWNER']);
    const other = await aCommandLine(service, line, { browser: line.browser });
    const identityId = await anIdentity(service.ours);
    const call = {
      body: { identityId, name: 'key', scopes: ['identities.read'] },
      headers: { 'idempotency-key': randomUUID() },
    };
    const first = await line.client.call('createCredential', call);
    expect(first.status).toBe(201);
    for (let times = 0; times < 3; times++) {
      expect((await line.refresh()).status).toBe(200);
      const again = await line.client.call('createCredential', call);
      expect([again.status, again.body.credential]).toEqual([201, first.body.credential]);
    }
    const elsewhere = await other.client.call('createCredential', call);
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.body.credential).not.toBe(first.body.credential);
  });

  test('repeats no secret to a token that was narrowed since', async ({ service }) => {
    const line = await lineOf(service, ['OWNER']);
    const identityId = await anIdentity(service.ours);
    const call = {
      body: { identityId, name: 'key', scopes: ['identities.read'] },
      headers: { 'idempotency-key': randomUUID() },
    };
    expect((await line.client.call('createCredential', call)).status).toBe(201);
    await line.refresh({ scope: 'credentials.write' });
    const { status, body } = await line.client.call('createCredential', call);
    expect([status, body.code]).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
  });
});

describe('conditional access', () => {
  test('judges keyward:admin with the client type native, at each request and at the sign-in', async ({
    service,
  }) => {
    const { ours } = service;
    const line = await lineOf(service, ['ADMIN']);
    const page = await aUserCaller(service, { roles: ['ADMIN'] });
    await anAccessPolicy(ours, {
      conditions: { applications: { include: ['keyward:admin'] }, clientTypes: ['native'] },
      acknowledgeLockout: true,
    });
    expect(await outcomeOf(line)).toEqual([403, 'ACCESS_BLOCKED']);
    expect(await outcomeOf(page)).toBe(200);
    expect((await line.refresh()).body['error']).toBe('invalid_grant');
    await expect(lineOf(service, ['ADMIN'])).rejects.toThrow(/access_denied|no token/);
    await withoutAccessPolicies(ours);
    expect(await outcomeOf(line)).toBe(200);
  });

  test('asks for a proof that the command gives by signing in again', async ({ service }) => {
    const { ours } = service;
    const line = await lineOf(service, ['ADMIN']);
    await anAccessPolicy(ours, {
      decision: 'REQUIRE',
      requirements: ['MFA'],
      conditions: { applications: { include: ['keyward:admin'] } },
      acknowledgeLockout: true,
    }).catch(() => undefined);
    const outcome = await outcomeOf(line);
    await withoutAccessPolicies(ours);
    expect(outcome).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
  });
});

describe('what is recorded of the command line', () => {
  test('names the user, and the program in userAgent', async ({ service }) => {
    const line = await lineOf(service, ['DEVELOPER']);
    const headers = { 'user-agent': 'keyward/1.0' };
    const { body } = await line.in(service.ours.orgId, headers).call('createIdentity', {
      body: { name: 'bot', type: 'CI_CD' },
    });
    const { body: log } = await service.ours.call('listAuditLogs', {
      query: { targetId: body.id, action: 'identity.create' },
    });
    expect(log.data).toMatchObject([
      { actor: { type: 'USER', id: line.userId }, userAgent: 'keyward/1.0', result: 'SUCCESS' },
    ]);
  });
});
