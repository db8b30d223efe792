// Organizations that an operator suspends, resumes and closes (docs/decisions/0125).
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../src/platform/log.ts';
import { makeOwnerLink } from '../../../src/users/dashboard-links/dashboard-links.ts';
import { repeatingTasks } from '../../../src/workers/index.ts';
import { aCredential, anIdentity, aUser, verify } from '../../support/builders.ts';
import { type Client, createClient } from '../../support/client.ts';
import { anOperatorKey } from '../../support/operators.ts';
import { aRelyingParty } from '../../support/relying-party.ts';
import { besides } from '../../support/second-factors.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { password } from '../../support/user-caller.ts';
import { anEmail } from '../../support/users.ts';

let service: TestService;
let operator: Client;

beforeAll(async () => {
  service = await startTestService({ LOG_LEVEL: 'silent' });
  operator = createClient(service.origin, (await anOperatorKey(service.sql)).secret);
});
afterAll(() => service.stop());

type Act = 'suspendOrganization' | 'resumeOrganization' | 'closeOrganization';
const act = (id: Act, orgId: string | undefined, body?: object, headers: Record<string, string> = {}) =>
  operator.call(id, { path: { id: String(orgId) }, headers, ...(body ? { body } : {}) });
const status = async (orgId: string | undefined) =>
  (await operator.call('getOrganization', { path: { id: String(orgId) } })).body;

/** The audit log of a tenant, by the actions about its organization. */
const told = (orgId: string | undefined) =>
  service.sql<{ action: string; actor_type: string }>(
    `select action, actor_type from audit_logs
      where org_id = $1 and action like 'organization.%' order by created_at, id`,
    [orgId],
  );

describe('suspendOrganization', () => {
  test('says so in the audit log of each tenant, and changes nothing when it is repeated', async () => {
    const { ours, oursTest, theirs } = await service.addPair();
    const first = await act('suspendOrganization', ours.orgId);
    expect([first.status, first.body.status, first.body.eraseAt, first.headers.get('etag')]).toEqual([
      200,
      'SUSPENDED',
      null,
      '"2"',
    ]);
    expect(first.body.suspendedAt).toMatch(/Z$/);
    const again = await act('suspendOrganization', ours.orgId);
    expect([again.status, again.body]).toEqual([200, first.body]);
    for (const { orgId } of [ours, oursTest])
      expect(await told(orgId)).toEqual([{ action: 'organization.suspend', actor_type: 'SYSTEM' }]);
    expect((await status(theirs.orgId)).status).toBe('ACTIVE');
    expect(
      await service.sql('select id from tenants where organization_id = $1 and suspended_at is null', [
        ours.orgId,
      ]),
    ).toEqual([]);
  });

  test('honours If-Match, and knows no organization by another id', async () => {
    const { ours, oursTest } = await service.addPair();
    const stale = await act('suspendOrganization', ours.orgId, undefined, { 'if-match': '"7"' });
    expect([stale.status, stale.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
    for (const id of [oursTest.orgId, 'x', 'org_01kahz5v3be4nr7q2m8x9c0d1e'])
      for (const one of ['suspendOrganization', 'resumeOrganization'] as const)
        expect((await act(one, id)).status).toBe(404);
    expect((await status(ours.orgId)).status).toBe('ACTIVE');
  });
});

describe('resumeOrganization', () => {
  test('makes a suspended and a closed organization active again', async () => {
    const { ours } = await service.addPair();
    await act('suspendOrganization', ours.orgId);
    const resumed = await act('resumeOrganization', ours.orgId);
    expect([resumed.status, resumed.body.status, resumed.body.suspendedAt]).toEqual([200, 'ACTIVE', null]);
    expect((await act('closeOrganization', ours.orgId, { confirmName: 'Ours' })).body.status).toBe('CLOSED');
    const reopened = await act('resumeOrganization', ours.orgId);
    expect([reopened.status, reopened.body.status, reopened.body.eraseAt]).toEqual([200, 'ACTIVE', null]);
    expect((await act('resumeOrganization', ours.orgId)).body).toEqual(reopened.body);
    expect((await told(ours.orgId)).map(({ action }) => action)).toEqual([
      'organization.suspend',
      'organization.resume',
      'organization.close',
      'organization.resume',
    ]);
    expect((await ours.call('listUsers')).status).toBe(200);
  });

  test('suspends an organization again that was suspended before it was closed', async () => {
    const { ours } = await service.addPair();
    const { body: suspended } = await act('suspendOrganization', ours.orgId);
    await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
    const { body: as } = await act('resumeOrganization', ours.orgId);
    expect([as.status, as.suspendedAt, as.eraseAt]).toEqual(['SUSPENDED', suspended.suspendedAt, null]);
    expect((await ours.call('listUsers')).status).toBe(401);
    expect((await act('resumeOrganization', ours.orgId)).body.status).toBe('ACTIVE');
    expect((await ours.call('listUsers')).status).toBe(200);
  });

  test('is refused once the time of the erasure has come', async () => {
    const { ours } = await service.addPair();
    await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
    await service.sql('update tenants set erase_at = now() where organization_id = $1', [ours.orgId]);
    const late = await act('resumeOrganization', ours.orgId);
    expect([late.status, late.body.code]).toEqual([409, 'ORGANIZATION_STATE_CONFLICT']);
    expect((await status(ours.orgId)).status).toBe('CLOSED');
  });
});

describe('closeOrganization', () => {
  test('needs the name as it is, and leaves 30 days', async () => {
    const { ours, oursTest } = await service.addPair();
    for (const confirmName of ['ours', 'Ours ', 'x', String(ours.orgId)]) {
      const wrong = await act('closeOrganization', ours.orgId, { confirmName });
      expect([confirmName, wrong.status, Object.keys(wrong.body.details)]).toEqual([
        confirmName,
        400,
        ['confirmName'],
      ]);
    }
    expect((await status(ours.orgId)).status).toBe('ACTIVE');
    const closed = await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
    expect([closed.status, closed.body.status]).toEqual([200, 'CLOSED']);
    const days = (Date.parse(closed.body.eraseAt) - Date.parse(closed.body.suspendedAt)) / 86_400_000;
    expect(days).toBe(30);
    const [row] = await service.sql('select erase_at from tenants where id = $1', [oursTest.orgId]);
    expect(row?.['erase_at'].toISOString()).toBe(closed.body.eraseAt);
    // A second time, the end stays. A closed organization is not suspended.
    await service.sql(
      `update tenants set erase_at = erase_at - interval '1 day' where organization_id = $1`,
      [ours.orgId],
    );
    const again = await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
    expect(Date.parse(again.body.eraseAt)).toBe(Date.parse(closed.body.eraseAt) - 86_400_000);
    expect((await act('suspendOrganization', ours.orgId)).status).toBe(409);
    for (const { orgId } of [ours, oursTest])
      expect(await told(orgId)).toEqual([{ action: 'organization.close', actor_type: 'SYSTEM' }]);
  });

  test('keeps the time of the suspension', async () => {
    const { ours } = await service.addPair();
    const { body: suspended } = await act('suspendOrganization', ours.orgId);
    const { body: closed } = await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
    expect(closed.suspendedAt).toBe(suspended.suspendedAt);
    const acts = await service.sql<{ action: string; changes: unknown }>(
      'select action, changes from operator_audit where target_id = $1 order by at, id',
      [ours.orgId],
    );
    expect(acts).toEqual([
      { action: 'organization.suspend', changes: [{ field: 'status', from: 'ACTIVE', to: 'SUSPENDED' }] },
      {
        action: 'organization.close',
        changes: [
          { field: 'status', from: 'SUSPENDED', to: 'CLOSED' },
          { field: 'eraseAt', from: null, to: closed.eraseAt },
          { field: 'ownersToldAt', from: null, to: expect.any(String) },
        ],
      },
    ]);
  });

  test('makes a mail for each active owner of the live tenant, and for no other user', async () => {
    const { ours, oursTest } = await service.addPair();
    const owner = () => aUser(ours, { email: anEmail(), password, roles: ['OWNER'], sendInvite: false });
    const owners = [await owner(), await owner()];
    const gone = await owner();
    await ours.call('suspendUser', { path: { userId: gone } });
    await aUser(ours, { email: anEmail(), password, roles: ['ADMIN'], sendInvite: false });
    await aUser(oursTest, { email: anEmail(), password, roles: ['OWNER'], sendInvite: false });
    const { body } = await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
    const jobs = await service.sql<{ org_id: string; payload: unknown }>(
      `select org_id, payload from tenant_jobs where task = 'send-closing' and org_id = any ($1) order by id`,
      [[ours.orgId, oursTest.orgId]],
    );
    expect(jobs).toEqual(
      owners.map((userId) => ({
        org_id: ours.orgId,
        payload: { orgId: ours.orgId, userId, eraseAt: body.eraseAt },
      })),
    );
  });
});

describe('the first organization of a server', () => {
  test('can be suspended: its links to the dashboard open nothing, and the operator resumes it', async () => {
    const first = await startTestService();
    onTestFinished(() => first.stop());
    const { ours, sql, origin } = first;
    const client = createClient(origin, (await anOperatorKey(sql)).secret);
    const id = String(ours.orgId);
    const email = anEmail();
    const userId = await aUser(ours, { email, password, roles: ['OWNER'] });
    const domain = await besides(first);
    const token = await domain.within((tx) => makeOwnerLink(tx, { id: userId, username: email, email }));
    await domain.close();
    const redeem = () =>
      createClient(origin).send('POST', '/admin/redeem', {
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
        },
        body: JSON.stringify({ token }),
      });
    expect((await client.call('suspendOrganization', { path: { id } })).status).toBe(200);
    const shut = await redeem();
    expect([shut.status, shut.body.code]).toEqual([403, 'ORGANIZATION_SUSPENDED']);
    expect((await client.call('resumeOrganization', { path: { id } })).body.status).toBe('ACTIVE');
    expect((await redeem()).status).toBe(200);
  });
});

test('every task of the clock passes over a suspended organization', async () => {
  const { ours } = await service.addPair();
  const identityId = await anIdentity(ours);
  await act('suspendOrganization', ours.orgId);
  const score = () => service.sql('select risk_score from identities where id = $1', [identityId]);
  for (const task of Object.keys(repeatingTasks) as (keyof typeof repeatingTasks)[])
    await service.runTask(task);
  await service.sql('update identities set risk_score = 77 where id = $1', [identityId]);
  await service.runTask('weigh-risk');
  expect(await score()).toEqual([{ risk_score: 77 }]);
  await act('resumeOrganization', ours.orgId);
  await service.runTask('weigh-risk');
  expect(await score()).not.toEqual([{ risk_score: 77 }]);
});

describe('operators', () => {
  test('stop at most 60 organizations within an hour, all together, and resume without a limit', async () => {
    const own = await startTestService({ LOG_LEVEL: 'silent' });
    onTestFinished(() => own.stop());
    const earlier = (many: number, minutes: number, action: string, result: string) =>
      own.sql(
        `insert into operator_audit (id, at, action, result)
         select 'aud_' || gen_random_uuid(), now() - $2::int * interval '1 minute', $3, $4 from generate_series(1, $1::int)`,
        [many, minutes, action, result],
      );
    await earlier(29, 30, 'organization.suspend', 'SUCCESS');
    await earlier(29, 20, 'organization.close', 'SUCCESS');
    // None of these has stopped an organization within the hour.
    await earlier(60, 61, 'organization.close', 'SUCCESS');
    await earlier(60, 1, 'organization.resume', 'SUCCESS');
    await earlier(60, 1, 'organization.suspend', 'FAILURE');
    await earlier(59, 1, 'organization.create', 'SUCCESS');
    const another = async () => createClient(own.origin, (await anOperatorKey(own.sql)).secret);
    const [suspends, closes] = [await another(), await another()];
    const ids = await Promise.all([1, 2, 3, 4].map(async () => String((await own.addPair()).ours.orgId)));
    const stop = (id: string, at: number) =>
      at % 2
        ? suspends.call('suspendOrganization', { path: { id } })
        : closes.call('closeOrganization', { path: { id }, body: { confirmName: 'Ours' } });
    const answers = await Promise.all(ids.map(stop));
    expect(answers.map((one) => String(one.status)).toSorted()).toEqual(['200', '200', '429', '429']);
    const refused = answers.find((one) => one.status === 429);
    expect(refused?.body.code).toBe('RATE_LIMITED');
    expect(refused?.body.error).toContain('60 organizations within an hour');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(1_700);
    const done = ids.filter((_, at) => answers[at]?.status === 200);
    // An act that changes nothing needs no room, and leaves no row.
    for (const id of done) expect((await stop(id, ids.indexOf(id))).status).toBe(200);
    for (const id of done)
      expect((await suspends.call('resumeOrganization', { path: { id } })).status).toBe(200);
    const rows = await own.sql<{ action: string; changes: unknown[] }>(
      `select action, changes from operator_audit where target_id = any ($1) and result = 'SUCCESS'`,
      [ids],
    );
    expect(rows).toHaveLength(4);
    expect(rows.filter(({ changes }) => changes.length === 0)).toEqual([]);
  });

  test('are named in a line of the log at each organization that they stop', async () => {
    const lines: string[] = [];
    const log = createLog(
      { logLevel: 'warn', logFormat: 'json' },
      { isTTY: false, write: (line) => lines.push(String(line)) > 0 },
    );
    const own = await startTestService({}, { log });
    onTestFinished(() => own.stop());
    const { id: operatorKeyId, secret } = await anOperatorKey(own.sql);
    const caller = createClient(own.origin, secret);
    const { ours } = await own.addPair();
    const path = { id: String(ours.orgId) };
    for (const id of ['suspendOrganization', 'suspendOrganization', 'resumeOrganization'] as const)
      await caller.call(id, { path });
    await caller.call('closeOrganization', { path, body: { confirmName: 'Ours' } });
    const told = lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => /stopped an organization/.test(msg));
    expect(told.map(({ action, organizationId, operatorKeyId: by }) => [action, organizationId, by])).toEqual(
      ['organization.suspend', 'organization.close'].map((action) => [action, ours.orgId, operatorKeyId]),
    );
    expect(lines.join('')).not.toContain(secret);
  });

  test('send owners one mail about closings in 24 hours, about the last one', async () => {
    const { ours } = await service.addPair();
    await aUser(ours, { email: anEmail(), password, roles: ['OWNER'], sendInvite: false });
    const mails = () =>
      service.sql<{ minutes: number; erase_at: string }>(
        `select round(extract(epoch from due_at - now()) / 60)::int as minutes, payload ->> 'eraseAt' as erase_at
           from tenant_jobs where org_id = $1 and task = 'send-closing'`,
        [ours.orgId],
      );
    const close = async () => {
      const { body } = await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
      await act('resumeOrganization', ours.orgId);
      return body.eraseAt;
    };
    expect(await mails()).toEqual([]);
    const first = await close();
    expect(await mails()).toEqual([{ minutes: 0, erase_at: first }]);
    // The mail of the first closing has left.
    await service.sql(`delete from tenant_jobs where org_id = $1`, [ours.orgId]);
    const second = await close();
    expect(await mails()).toEqual([{ minutes: 1_440, erase_at: second }]);
    const third = await close();
    expect(await mails()).toEqual([{ minutes: 1_440, erase_at: third }]);
  });
});

describe('while an organization is suspended', () => {
  test('its verifications do not look like an attack to a detector', async () => {
    const { ours, theirs } = await service.addPair();
    const { id, secret } = await aCredential(ours);
    const revoked = await aCredential(theirs);
    await theirs.call('revokeCredential', { path: { id: revoked.id } });
    await act('suspendOrganization', ours.orgId);
    for (let call = 0; call < 20; call++)
      for (const scopes of [undefined, ['secrets.read']])
        expect((await verify(ours, secret, scopes ? { scopes } : {})).code).toBe('IDENTITY_INACTIVE');
    // Written with those of before.
    await verify(theirs, revoked.secret);
    const noted = () =>
      service.sql('select credential_id, failures from failure_facts where credential_id = any ($1)', [
        [id, revoked.id],
      ]);
    await expect
      .poll(noted, { timeout: 20_000 })
      .toEqual([{ credential_id: revoked.id, failures: expect.anything() }]);
  });

  test('its house-keeping goes on, so that nothing due piles up', async () => {
    const { ours } = await service.addPair();
    const { id } = await aCredential(ours);
    await act('suspendOrganization', ours.orgId);
    await service.sql(`update credentials set expires_at = now() - interval '1 minute' where id = $1`, [id]);
    await service.runTask('expire-credentials');
    expect(await service.sql('select status from credentials where id = $1', [id])).toEqual([
      { status: 'EXPIRED' },
    ]);
  });

  test('a client that authenticates with Basic hears of Basic', async () => {
    const pair = await service.addPair();
    const party = await aRelyingParty(pair.ours);
    await act('suspendOrganization', pair.ours.orgId);
    const schemeFor = async (authorization: string) => {
      const answer = await fetch(`${party.issuer}/token`, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      return [answer.status, answer.headers.get('www-authenticate')];
    };
    expect(await schemeFor(`Basic ${btoa(`${party.clientId}:x`)}`)).toEqual([401, 'Basic realm="Keyward"']);
    expect(await schemeFor('Bearer x')).toEqual([401, 'Bearer']);
  });
});
