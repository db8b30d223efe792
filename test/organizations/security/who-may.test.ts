import { describe, expect, onTestFinished } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { newSecret } from '../../../src/lib/secret.ts';
import type { OperationId } from '../../../src/operation.ts';
import { transactionally } from '../../../src/platform/tenancy.ts';
import { endWhatWasOpen } from '../../../src/recovery/sql/ends.ts';
import { aCredential, anIdentity, aScimToken } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { anOperatorKey } from '../../support/operators.ts';
import { sendRaw } from '../../support/raw.ts';
import { startTestService, test, type TestService } from '../../support/service.ts';
import { aUserCaller } from '../../support/user-caller.ts';
import { anEmail } from '../../support/users.ts';

const ids = Object.keys(operations) as OperationId[];
const ofOperators = ids.filter((id) => operations[id].scheme === 'operatorKey');
const others = ids.filter((id) => operations[id].secured && operations[id].scheme !== 'operatorKey');

/** All that a response says, but for the time and the length of the address. */
async function answerOf(origin: string, id: OperationId, headers: Record<string, string>, orgId = 'x') {
  const { method, path, requestTypes } = operations[id];
  const body = (requestTypes as readonly string[]).length > 0;
  const answer = await sendRaw(origin, {
    method,
    path: path.replaceAll('{orgId}', orgId).replaceAll(/\{\w+\}/g, 'x'),
    headers: {
      'x-request-id': 'the-same',
      ...headers,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: '{}' } : {}),
  });
  const { date: _, ...rest } = answer.headers;
  return { status: answer.status, text: answer.text, headers: rest };
}

/** Returns a secret of the same form whose check digits are wrong. */
const mistyped = (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`;

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

describe('a key of an operator', () => {
  test('opens the operations of organizations', async ({ service: { sql, origin, ours } }) => {
    const { secret } = await anOperatorKey(sql);
    expect(ofOperators.length).toBe(7);
    for (const id of ofOperators) {
      const { status } = await answerOf(origin, id, bearer(secret), ours.orgId);
      expect([id, status]).toEqual([id, expect.toBeOneOf([200, 400, 404])]);
    }
  });

  test('gets the response of an unknown key at every other operation', async ({
    service: { sql, origin, ours },
  }) => {
    const { secret } = await anOperatorKey(sql);
    expect(others.length).toBeGreaterThan(150);
    for (const id of others) {
      const unknown = newSecret(operations[id].scheme === 'scimToken' ? 'scim_' : 'kd_live_');
      const expected = await answerOf(origin, id, bearer(unknown), ours.orgId);
      expect([id, expected.status]).toEqual([id, 401]);
      expect([id, await answerOf(origin, id, bearer(secret), ours.orgId)]).toEqual([id, expected]);
    }
  });

  test('proves nothing in a body', async ({ service: { sql, ours, anonymous } }) => {
    const { secret } = await anOperatorKey(sql);
    const { body } = await ours.call('verifyCredential', { body: { credential: secret } });
    expect(body.valid).toBe(false);
    expect((await anonymous.call('unwrapCredential', { body: { token: secret } })).status).toBe(404);
    const identityId = await anIdentity(ours);
    const exchange = (token: string) =>
      anonymous.call('exchangeToken', { body: { orgId: ours.orgId, identityId, token } });
    const [known, unknown] = [await exchange(secret), await exchange(newSecret('kd_operator_'))];
    expect([known.status, known.body.code]).toEqual([unknown.status, unknown.body.code]);
    expect(known.status).toBe(401);
  });

  test('opens nothing once it is revoked, expired or used from elsewhere', async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const { sql, origin } = service;
    const unknown = await answerOf(origin, 'listOrganizations', bearer(newSecret('kd_operator_')));
    expect(unknown.status).toBe(401);
    const list = (secret: string) => answerOf(origin, 'listOrganizations', bearer(secret));
    const keys = {
      revoked: await anOperatorKey(sql),
      expired: await anOperatorKey(sql),
      elsewhere: await anOperatorKey(sql, { allowedIps: ['203.0.113.0/24'] }),
      here: await anOperatorKey(sql, { allowedIps: ['203.0.113.9/32', '127.0.0.0/8', '::1/128'] }),
    };
    expect((await list(keys.revoked.secret)).status).toBe(200);
    await sql('update operator_keys set revoked_at = now() where id = $1', [keys.revoked.id]);
    await sql(`update operator_keys set expires_at = now() - interval '1 ms' where id = $1`, [
      keys.expired.id,
    ]);
    for (const key of [keys.revoked, keys.expired, keys.elsewhere])
      expect(await list(key.secret)).toEqual(unknown);
    expect((await list(keys.here.secret)).status).toBe(200);
    const used = await sql('select id from operator_keys where last_used_at is not null');
    expect(used.map(({ id }) => String(id)).toSorted()).toEqual([keys.revoked.id, keys.here.id].toSorted());
  });

  test('ends with a restore, and a key that is made afterwards works', async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const { sql, origin } = service;
    const [before, revoked] = [await anOperatorKey(sql), await anOperatorKey(sql)];
    // A key that was revoked keeps the time of its end. A clock that runs behind changes nothing.
    await sql(`update operator_keys set revoked_at = now() - interval '1 day' where id = $1`, [revoked.id]);
    await sql(`update operator_keys set created_at = now() + interval '1 hour' where id = $1`, [before.id]);
    const list = (secret: string) => createClient(origin, secret).call('listOrganizations');
    expect((await list(before.secret)).status).toBe(200);
    const ends = () => sql('select id, revoked_at from operator_keys where id = $1', [revoked.id]);
    const ended = await ends();
    const database = await openDatabase(service.database, 2);
    await transactionally(database.orm, endWhatWasOpen);
    await database.close();
    expect((await list(before.secret)).status).toBe(401);
    expect(await ends()).toEqual(ended);
    expect((await list((await anOperatorKey(sql)).secret)).status).toBe(200);
  });

  test('makes 60 requests a minute, and wrong keys spend the bucket of their address', async () => {
    const service = await startTestService({ RATE_LIMIT_PER_MINUTE: '100' });
    onTestFinished(() => service.stop());
    const { sql, origin } = service;
    const operator = createClient(origin, (await anOperatorKey(sql)).secret);
    const other = createClient(origin, (await anOperatorKey(sql)).secret);
    const statuses: number[] = [];
    for (let at = 0; at < 61; at++) statuses.push((await operator.call('listOrganizations')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    expect((await other.call('listOrganizations')).headers.get('x-ratelimit-limit')).toBe('60');
    const guess = () => createClient(origin, newSecret('kd_operator_')).call('listOrganizations');
    const guesses = [];
    for (let at = 0; at < 125; at++) guesses.push((await guess()).status);
    expect(guesses.at(-1)).toBe(429);
    // A key that this node has let in is not stopped by guesses beside it.
    expect((await other.call('listOrganizations')).status).toBe(200);
  });
});

describe('the operations of organizations', () => {
  /** The headers of every other kind of caller, by what it is. */
  async function strangers(service: TestService): Promise<Record<string, Record<string, string>>> {
    const { ours, oursTest } = service;
    const { body: jit } = await ours.call('createJitCredential', {
      body: { identityId: await anIdentity(ours), duration: '5m', scopes: ['*'] },
    });
    const { person } = await aUserCaller(service);
    return {
      nothing: {},
      'a key with scope *': bearer(String(ours.key)),
      'a test key with scope *': bearer(String(oursTest.key)),
      'a key without a scope': bearer((await aCredential(ours)).secret),
      'a just-in-time key': bearer(jit.credential),
      'an unknown key': bearer(newSecret('kd_live_')),
      'a SCIM token': bearer((await aScimToken(ours)).token),
      'a wrap token': bearer(newSecret('kd_wrap_')),
      'an unknown key of an operator': bearer(newSecret('kd_operator_')),
      'a mistyped key of an operator': bearer(mistyped(newSecret('kd_operator_'))),
      'a key without Bearer': { authorization: String(ours.key) },
      'Basic authentication': { authorization: `Basic ${Buffer.from(`${ours.key}:`).toString('base64')}` },
      'an owner with a session': {
        ...person.cookies.sent('/'),
        'keyward-tenant': String(ours.orgId),
        'sec-fetch-site': 'same-origin',
      },
    };
  }
  test('answer the same to every other caller, and change nothing', async ({ service }) => {
    const callers = await strangers(service);
    const { origin, sql } = service;
    const tenants = () => sql('select id, name from tenants order by id');
    const before = await tenants();
    for (const id of ofOperators) {
      const expected = await answerOf(origin, id, {});
      expect([id, expected.status]).toEqual([id, 401]);
      expect(JSON.parse(expected.text)).toMatchObject({ code: 'UNAUTHORIZED' });
      for (const [who, headers] of Object.entries(callers))
        expect([id, who, await answerOf(origin, id, headers)]).toEqual([id, who, expected]);
    }
    expect(await tenants()).toEqual(before);
  });

  test('refuse a key of an operator beside the cookie of a session', async ({ service }) => {
    const { person } = await aUserCaller(service);
    const { secret } = await anOperatorKey(service.sql);
    const headers = { ...bearer(secret), ...person.cookies.sent('/') };
    const { status, text } = await answerOf(service.origin, 'listOrganizations', headers);
    expect([status, Object.keys(JSON.parse(text).details)]).toEqual([400, ['Authorization']]);
  });

  test('run in a tenancy that no row of a tenant has', async ({ service: { sql, origin } }) => {
    const { secret } = await anOperatorKey(sql);
    const operator = createClient(origin, secret);
    const { body } = await operator.call('createOrganization', {
      body: { name: 'Acme', ownerEmail: anEmail() },
      headers: { 'idempotency-key': 'tenancy' },
    });
    await operator.call('updateOrganization', { path: { id: body.id }, body: { name: 'Acme Europe' } });
    const tables = await sql<{ name: string }>(
      `select table_name as name from information_schema.columns join pg_class on relname = table_name and relispartition = false
        where table_schema = 'public' and column_name = 'org_id' order by 1`,
    );
    const used: string[] = [];
    for (const { name } of tables)
      if ((await sql(`select 1 as one from ${name} where org_id = 'operator' limit 1`)).length > 0)
        used.push(name);
    expect(tables.length).toBeGreaterThan(60);
    // The response to an Idempotency-Key is the operator's own, and encrypted with its key.
    expect(used).toEqual(['idempotency_keys']);
  });
});
