import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renewRecoveryCodes, spendRecoveryCode } from '../../../src/users/factors/recovery-codes.ts';
import { removeTotp } from '../../../src/users/factors/factors.ts';
import { beginTotp, confirmTotp, totpSecretPurpose, verifyTotp } from '../../../src/users/factors/totp.ts';
import { newId } from '../../../src/lib/id.ts';
import { createVault } from '../../../src/platform/vault.ts';
import { resealSecrets } from '../../../src/workers/reseal-secrets.ts';
import { testMasterKey } from '../../support/master-key.ts';
import { poolOf } from '../../support/pool.ts';
import { besides, codeOf, vault, wrongCodeOf } from '../../support/second-factors.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { eventsOfUser } from '../../support/users.ts';

let service: TestService;
let domain: Awaited<ReturnType<typeof besides>>;

beforeAll(async () => {
  service = await startTestService();
  domain = await besides(service);
});
afterAll(async () => {
  await domain.close();
  await service.stop();
});

const mfaMethods = async (userId: string): Promise<string[]> =>
  (await service.ours.call('getUser', { path: { userId } })).body.mfaMethods;
const auditOf = (userId: string): Promise<{ action: string; result: string }[]> =>
  service.sql(
    `select action, result from audit_logs where target_id = $1 and action <> 'user.create' order by created_at, id`,
    [userId],
  );
const counted = <Outcome>(outcomes: readonly Outcome[], which: Outcome): number =>
  outcomes.filter((outcome) => outcome === which).length;
const eight = Array.from({ length: 8 }, (_, at) => at);

describe('setting up an app', () => {
  test('shows one sign-in the same secret again, and another sign-in another secret', async () => {
    const { within, person } = domain;
    const userId = await person();
    const begin = (holder: string) => within((tx) => beginTotp(tx, vault, { userId, holder }));
    const [first, other] = [newId('ses'), newId('ses')];
    const begun = await begin(first);
    expect(begun?.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun?.uri).toMatch(/^otpauth:\/\/totp\/Ours:.+algorithm=SHA1&digits=6&period=30$/);
    expect(await begin(first)).toEqual(begun);
    expect((await begin(other))?.secret).not.toBe(begun?.secret);
    await service.sql(`update totp_enrolments set expires_at = now() where holder = $1`, [first]);
    expect((await begin(first))?.secret).not.toBe(begun?.secret);
    expect(await mfaMethods(userId)).toEqual([]);
  });

  test('accepts only a code for the secret that the same sign-in was shown', async () => {
    const { within, person, origin } = domain;
    const userId = await person();
    const [mine, foreign] = [newId('ses'), newId('sgn')];
    const begin = (holder: string) =>
      within(async (tx) => (await beginTotp(tx, vault, { userId, holder }))?.secret ?? '');
    const confirm = (holder: string, code: string) =>
      within((tx) => confirmTotp(tx, vault, { userId, holder, code }, origin));
    const [secret, theirs] = [await begin(mine), await begin(foreign)];
    expect(await confirm(mine, codeOf(theirs))).toEqual({ result: 'WRONG' });
    expect(await confirm(newId('ses'), codeOf(secret))).toEqual({ result: 'NOTHING' });
    const confirmed = await confirm(mine, codeOf(secret));
    expect(confirmed).toEqual({ result: 'CONFIRMED', recoveryCodes: expect.any(Array) });
    expect(new Set('recoveryCodes' in confirmed ? confirmed.recoveryCodes : []).size).toBe(10);
    // A setup that any other holder began is over.
    expect(await confirm(foreign, codeOf(theirs))).toEqual({ result: 'NOTHING' });
    expect(await within((tx) => beginTotp(tx, vault, { userId, holder: mine }))).toBeUndefined();
    expect(await mfaMethods(userId)).toEqual(['TOTP']);
    const { body } = await service.ours.call('listUsers', { query: { search: userId, limit: 100 } });
    expect(body.data).toEqual([]);
    const { body: all } = await service.ours.call('listUsers', { query: { limit: 100 } });
    expect(all.data.find(({ id }: { id: string }) => id === userId).mfaMethods).toEqual(['TOTP']);
    expect(await auditOf(userId)).toEqual([{ action: 'user.enroll_totp', result: 'SUCCESS' }]);
    const events = await eventsOfUser(service, userId);
    expect(events.at(-1)).toMatchObject({
      type: 'user.updated',
      data: { changes: [{ field: 'mfaMethods', from: [], to: ['TOTP'] }], updatedBy: { id: userId } },
    });
  });

  test('succeeds once when eight requests race', async () => {
    const { within, person, origin } = domain;
    const userId = await person();
    const holder = newId('ses');
    const secret = await within(async (tx) => (await beginTotp(tx, vault, { userId, holder }))?.secret ?? '');
    const code = codeOf(secret);
    const outcomes = await Promise.all(
      eight.map(() => within((tx) => confirmTotp(tx, vault, { userId, holder, code }, origin))),
    );
    expect(
      counted(
        outcomes.map(({ result }) => result),
        'CONFIRMED',
      ),
    ).toBe(1);
    const [row] = await service.sql<{ count: number }>(
      'select count(*)::int as count from recovery_codes where user_id = $1',
      [userId],
    );
    expect(row?.count).toBe(10);
  });

  test('uses the settings of the organization', async () => {
    const { within, person, origin, orgId } = domain;
    const settings = { algorithm: 'SHA512', digits: 8, periodSeconds: 60, recoveryCodes: 3, issuer: 'A & B' };
    await configure(settings);
    try {
      const userId = await person();
      const holder = newId('ses');
      const begun = await within((tx) => beginTotp(tx, vault, { userId, holder }));
      expect(begun?.uri).toMatch(/^otpauth:\/\/totp\/A%20%26%20B:.+algorithm=SHA512&digits=8&period=60$/);
      const code = codeOf(begun?.secret ?? '', 0, { algorithm: 'SHA512', digits: 8, periodSeconds: 60 });
      // The app keeps the settings that it got, even if the settings change afterwards.
      await configure({});
      expect(await within((tx) => confirmTotp(tx, vault, { userId, holder, code }, origin))).toEqual({
        result: 'CONFIRMED',
        recoveryCodes: expect.any(Array),
      });
      await configure({ enabled: false });
      const another = await person();
      expect(await within((tx) => beginTotp(tx, vault, { userId: another, holder }))).toBeUndefined();
    } finally {
      await service.sql('delete from auth_configs where org_id = $1', [orgId]);
    }
  });
});

async function configure(settings: Record<string, unknown>): Promise<void> {
  await service.sql(
    `insert into auth_configs (org_id, name, settings, version, updated_at, updated_by)
     values ($1, 'totp', $2, 1, now(), 'test')
     on conflict (org_id, name) do update set settings = excluded.settings`,
    [domain.orgId, JSON.stringify(settings)],
  );
}

describe('a code', () => {
  test('is accepted once, and no code of an earlier step is accepted after it', async () => {
    const { within, enrolled } = domain;
    const person = await enrolled();
    const verify = (code: string) => within((tx) => verifyTotp(tx, vault, person, code));
    // The one it was set up with.
    expect(await verify(person.first)).toBe('USED');
    const later = codeOf(person.secret, 30);
    expect(await verify(later)).toBe('ACCEPTED');
    expect(await verify(later)).toBe('USED');
    expect(await verify(codeOf(person.secret))).toBe('USED');
  });

  test('is accepted once when eight requests race', async () => {
    const { within, enrolled, trying } = domain;
    const person = await enrolled();
    const code = codeOf(person.secret, 30);
    const others = await Promise.all(eight.map(() => trying(person.userId)));
    const outcomes = await Promise.all(others.map((by) => within((tx) => verifyTotp(tx, vault, by, code))));
    expect(counted(outcomes, 'ACCEPTED')).toBe(1);
  });

  test('is checked at most five times, even in parallel, before a temporary lock', async () => {
    const { within, enrolled, trying } = domain;
    const person = await enrolled();
    const wrong = wrongCodeOf(person.secret);
    const others = await Promise.all(eight.map(() => trying(person.userId)));
    const outcomes = await Promise.all(others.map((by) => within((tx) => verifyTotp(tx, vault, by, wrong))));
    expect([counted(outcomes, 'WRONG'), counted(outcomes, 'LOCKED')]).toEqual([4, 4]);
    const right = codeOf(person.secret, 30);
    const verify = () => within((tx) => verifyTotp(tx, vault, person, right));
    expect(await verify()).toBe('LOCKED');
    const trail = await auditOf(person.userId);
    expect(trail.filter(({ action }) => action === 'user.login_failed')).toHaveLength(5);
    expect(trail.filter(({ action }) => action === 'user.locked')).toHaveLength(1);
    // A recovery code still is.
    expect(await within((tx) => spendRecoveryCode(tx, person, person.recoveryCodes[0] ?? ''))).toBe(
      'ACCEPTED',
    );
    await service.sql(
      `update sign_in_failures set locked_until = now() - interval '1 s' where locked_until is not null`,
    );
    expect(await verify()).toBe('ACCEPTED');
  });

  test('is not checked after a hundred failures in a row, except from a known browser', async () => {
    const { within, enrolled } = domain;
    const person = await enrolled();
    await service.sql('update totp_factors set failures = 100 where user_id = $1', [person.userId]);
    const verify = () => within((tx) => verifyTotp(tx, vault, person, codeOf(person.secret, 30)));
    expect(await verify()).toBe('LOCKED');
    await service.sql('insert into known_browsers (org_id, user_id, browser_id) values ($1, $2, $3)', [
      domain.orgId,
      person.userId,
      person.browserId,
    ]);
    expect(await verify()).toBe('ACCEPTED');
    const [row] = await service.sql('select failures from totp_factors where user_id = $1', [person.userId]);
    expect(row).toEqual({ failures: 0 });
  });

  test('is rejected for a user without an app, and in another tenant', async () => {
    const { within, enrolled, trying, person } = domain;
    const without = await trying(await person());
    expect(await within((tx) => verifyTotp(tx, vault, without, '123456'))).toBe('LOCKED');
    const somebody = await enrolled();
    const theirs = service.organizations.theirs.live.orgId;
    const foreign = within((tx) => verifyTotp(tx, vault, somebody, codeOf(somebody.secret, 30)), theirs);
    expect(await foreign).toBe('LOCKED');
  });
});

describe('a recovery code', () => {
  test('is accepted once, in any spelling, and becomes invalid when new codes are made', async () => {
    const { within, enrolled, origin } = domain;
    const person = await enrolled();
    const [first = '', second = ''] = person.recoveryCodes;
    const spend = (code: string) => within((tx) => spendRecoveryCode(tx, person, code));
    expect(await spend(` ${first.toUpperCase().replaceAll('-', ' ')} `)).toBe('ACCEPTED');
    expect(await spend(first)).toBe('WRONG');
    const [fresh = ''] = await within((tx) => renewRecoveryCodes(tx, person.userId, origin));
    expect(await spend(second)).toBe('WRONG');
    expect(await spend(fresh)).toBe('ACCEPTED');
    expect((await auditOf(person.userId)).map(({ action }) => action)).toEqual([
      'user.enroll_totp',
      'user.use_recovery_code',
      'user.login_failed',
      'user.renew_recovery_codes',
      'user.login_failed',
      'user.use_recovery_code',
    ]);
  });

  test('is accepted once when eight requests race', async () => {
    const { within, enrolled, trying } = domain;
    const person = await enrolled();
    const others = await Promise.all(eight.map(() => trying(person.userId)));
    const [code = ''] = person.recoveryCodes;
    const outcomes = await Promise.all(others.map((by) => within((tx) => spendRecoveryCode(tx, by, code))));
    expect(counted(outcomes, 'ACCEPTED')).toBe(1);
  });
});

describe('a new master key', () => {
  test('reseals the secret, and the app then works with the new key alone', async () => {
    const { within, enrolled, orgId } = domain;
    const person = await enrolled();
    const [next, old] = [randomBytes(32), Buffer.from(testMasterKey, 'base64')];
    const told: unknown[] = [];
    const log = {
      info: (...line: unknown[]) => told.push(line),
      error: (...line: unknown[]) => told.push(line),
    };
    const pool = poolOf(service);
    try {
      await resealSecrets(pool, createVault([next, old]), log);
      const fresh = createVault([next]);
      expect(told).toContainEqual([
        { count: expect.any(Number) },
        expect.stringContaining('secrets of authenticator apps were sealed again'),
      ]);
      const [row] = await service.sql<{ secret: Buffer }>(
        'select secret from totp_factors where user_id = $1',
        [person.userId],
      );
      const sealed = row?.secret ?? Buffer.alloc(0);
      expect(fresh.open(sealed, orgId, totpSecretPurpose(person.userId))).toBe(person.secret);
      const code = codeOf(person.secret, 30);
      expect(await within((tx) => verifyTotp(tx, fresh, person, code))).toBe('ACCEPTED');
    } finally {
      await resealSecrets(pool, createVault([old, next]), log);
      await pool.end();
    }
  });
});

describe('the removal of factors', () => {
  const rows = async (userId: string) =>
    (
      await service.sql<{ count: number }>(
        `select (select count(*) from totp_factors where user_id = $1)::int
              + (select count(*) from recovery_codes where user_id = $1)::int as count`,
        [userId],
      )
    )[0]?.count;

  test.for(['deprovisionUser', 'deleteUser'] as const)(
    '%s removes the factors of the user',
    async (operation) => {
      const { userId } = await domain.enrolled();
      expect(await rows(userId)).toBe(11);
      const { status } = await service.ours.call(operation, { path: { userId } });
      expect([status, await rows(userId)]).toEqual([200, 0]);
    },
  );

  test('removeTotp removes the app with its recovery codes, and records it once', async () => {
    const { within, origin, enrolled } = domain;
    const { userId } = await enrolled();
    await within((tx) => removeTotp(tx, userId, origin));
    expect([await rows(userId), await mfaMethods(userId)]).toEqual([0, []]);
    const before = await auditOf(userId);
    expect(before.at(-1)?.action).toBe('user.remove_totp');
    await within((tx) => removeTotp(tx, userId, origin));
    expect(await auditOf(userId)).toEqual(before);
  });
});

describe('deleteUserFactors', () => {
  test('removes the app and the recovery codes, ends the sessions, and emits an event', async () => {
    const { userId, browserId } = await domain.enrolled();
    await service.sql(
      `insert into login_sessions (org_id, id, browser_id, user_id, amr, auth_time, expires_at)
       values ($1, $2, $3, $4, '{pwd}', now(), now() + interval '1 day')`,
      [domain.orgId, newId('ses'), browserId, userId],
    );
    const { status, body } = await service.ours.call('deleteUserFactors', { path: { userId } });
    expect([status, body.mfaMethods]).toEqual([200, []]);
    expect(await service.sql('select from login_sessions where user_id = $1', [userId])).toEqual([]);
    const events = await eventsOfUser(service, userId);
    expect(events.at(-1)).toMatchObject({
      type: 'user.updated',
      data: { changes: [{ field: 'mfaMethods', from: ['TOTP'], to: [] }] },
    });
    expect((await service.ours.call('deleteUserFactors', { path: { userId } })).status).toBe(200);
    expect(await eventsOfUser(service, userId)).toEqual(events);
    const actions = (await auditOf(userId)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'user.reset_factors')).toHaveLength(2);
  });

  test('rejects a help desk if the user is an administrator', async () => {
    const helpdesk = service.as(await aKeyWith(['directory.read', 'directory.write', 'groups.read']));
    const [member, admin] = [await domain.enrolled(), await domain.enrolled(['ADMIN'])];
    const reset = (userId: string) => helpdesk.call('deleteUserFactors', { path: { userId } });
    expect((await reset(member.userId)).status).toBe(200);
    const { status, body } = await reset(admin.userId);
    expect([status, body.code]).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    expect(await mfaMethods(admin.userId)).toEqual(['TOTP']);
  });

  test('honours If-Match', async () => {
    const { userId } = await domain.enrolled();
    const headers = { 'if-match': '"999"' };
    const { status } = await service.ours.call('deleteUserFactors', { path: { userId }, headers });
    expect([status, await mfaMethods(userId)]).toEqual([412, ['TOTP']]);
  });
});

async function aKeyWith(scopes: string[]): Promise<string> {
  const identity = await service.ours.call('createIdentity', {
    body: { name: 'help desk', type: 'SERVICE_ACCOUNT' },
  });
  const { body } = await service.ours.call('createCredential', {
    body: { identityId: identity.body.id, name: 'help desk', scopes },
  });
  return body.credential;
}
