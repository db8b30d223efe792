import { describe, expect } from 'vitest';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';
import { aUser } from '../../support/builders.ts';
import { aPerson, fieldOf } from '../../support/person.ts';
import type { TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';
const forAccount = { applications: { include: ['keyward:account'] } };

async function aUserHere({ ours, origin }: TestService, fields: Record<string, unknown> = {}) {
  const email = anEmail();
  const userId = await aUser(ours, { email, password, ...fields });
  const orgId = ours.orgId ?? '';
  const person = aPerson(origin);
  const signIn = () => person.signIn(orgId, email, password);
  return { userId, email, person, signIn, account: `/account/${orgId}` };
}

describe('the account page', () => {
  test('is closed to a signed-in user at the next request after a policy blocks, and open when the policy is gone', async ({
    service,
  }) => {
    const { person, signIn, account } = await aUserHere(service);
    await signIn();
    expect((await person.get(account)).status).toBe(200);
    const id = await anAccessPolicy(service.ours, { name: 'Secret plan', conditions: forAccount });
    const page = await person.get(account);
    expect([page.status, page.title]).toEqual([403, 'Sign-in blocked']);
    expect(page.text).toMatch(/req_\w+/);
    expect(page.text).not.toContain('Secret plan');
    const csrf = 'x';
    const posted = await person.post(`${account}/sessions/end-all`, { csrf }, { origin: service.origin });
    expect(posted.status).toBe(403);
    await service.ours.call('deleteAccessPolicy', { path: { id } });
    expect((await person.get(account)).status).toBe(200);
  });

  test('is not reached by a sign-in that a policy blocks, which leaves no login and is on record', async ({
    service,
  }) => {
    const { userId, signIn } = await aUserHere(service);
    await anAccessPolicy(service.ours, { conditions: { ...forAccount, ipRanges: ['127.0.0.0/8', '::1'] } });
    const page = await signIn();
    expect([page.status, page.title]).toEqual([403, 'Sign-in blocked']);
    expect(await service.sql('select from login_sessions where user_id = $1', [userId])).toEqual([]);
    const [failed] = await service.sql<{ data: { reason: string } }>(
      `select data from events where type = 'user.login_failed' and data ->> 'userId' = $1`,
      [userId],
    );
    expect(failed?.data.reason).toBe('ACCESS_BLOCKED');
  });

  test('has pages and forms for passkeys, which a policy closes too', async ({ service }) => {
    const { person, signIn, account } = await aUserHere(service);
    await signIn();
    const page = await person.get(`${account}/passkeys`);
    expect(page.status).toBe(200);
    const form = { csrf: fieldOf(page, 'csrf') };
    const options = () => person.post(`${account}/passkeys/options`, form, { accept: 'application/json' });
    expect((await options()).status).toBe(200);
    await anAccessPolicy(service.ours, { conditions: forAccount });
    const closed = await person.get(`${account}/passkeys`);
    expect([closed.status, closed.title]).toEqual([403, 'Sign-in blocked']);
    expect((await options()).status).toBe(403);
  });

  test('is not closed by a policy that is meant for identities', async ({ service }) => {
    const { person, signIn, account } = await aUserHere(service);
    await anAccessPolicy(service.ours, {
      conditions: { identities: { exclude: ['idn_01kahz5v3be4nr7q2m8x9c0d1e'] } },
      acknowledgeLockout: true,
    });
    await signIn();
    expect((await person.get(account)).status).toBe(200);
  });

  test('asks for a new sign-in when the last one is too old', async ({ service }) => {
    const { userId, person, signIn, account } = await aUserHere(service);
    await anAccessPolicy(service.ours, {
      decision: 'REQUIRE',
      requirements: ['REAUTHENTICATION'],
      conditions: forAccount,
    });
    await signIn();
    expect((await person.get(account)).status).toBe(200);
    await service.sql(
      `update login_sessions set auth_time = now() - interval '301 seconds' where user_id = $1`,
      [userId],
    );
    expect((await person.get(account)).location).toMatch(/^\/login\//);
    await signIn();
    expect((await person.get(account)).status).toBe(200);
  });

  test('is left after 30 minutes without use if a policy says that logins do not persist', async ({
    service,
  }) => {
    const { userId, person, signIn, account } = await aUserHere(service);
    const idle = (minutes: number) =>
      service.sql(
        `update login_sessions set last_seen_at = now() - make_interval(mins => $2) where user_id = $1`,
        [userId, minutes],
      );
    await signIn();
    await idle(31);
    expect((await person.get(account)).status).toBe(200);
    await anAccessPolicy(service.ours, {
      decision: 'ALLOW',
      session: { persistent: false },
      conditions: forAccount,
    });
    // The next request shortens the login.
    expect((await person.get(account)).status).toBe(200);
    await idle(29);
    expect((await person.get(account)).status).toBe(200);
    await idle(31);
    expect((await person.get(account)).location).toMatch(/^\/login\//);
  });
});

describe('a decision about an account page', () => {
  const decisionsOf = async (service: TestService, userId: string): Promise<Record<string, unknown>[]> =>
    (await service.ours.call('listAccessDecisions', { query: { userId } })).body.data;

  test('is on record if it was not simply allowed, also though the request is refused', async ({
    service,
  }) => {
    const { userId, person, signIn, account } = await aUserHere(service);
    await signIn();
    await person.get(account);
    const id = await anAccessPolicy(service.ours, { conditions: forAccount });
    for (let times = 0; times < 3; times++) expect((await person.get(account)).status).toBe(403);
    const denied = async () =>
      (await decisionsOf(service, userId)).filter(({ outcome }) => outcome === 'DENIED');
    await expect
      .poll(async () => (await denied()).reduce((sum, { attempts }) => sum + Number(attempts), 0), {
        timeout: 20_000,
      })
      .toBe(3);
    expect((await denied())[0]).toMatchObject({
      subject: 'user',
      application: 'keyward:account',
      decision: 'BLOCK',
      policyId: id,
      inputs: { ipAddress: '127.0.0.1', clientType: 'browser', deviceTrust: 'unknown' },
    });
    // The sign-in itself, and nothing of the page that was simply allowed.
    const allowed = (await decisionsOf(service, userId)).filter(({ outcome }) => outcome === 'ALLOWED');
    expect(allowed).toHaveLength(1);
  });

  test('is on record at the end of a sign-in in a tenant without policies', async ({ service }) => {
    const { userId, signIn } = await aUserHere(service);
    await signIn();
    expect(await decisionsOf(service, userId)).toMatchObject([
      { decision: 'ALLOW', outcome: 'ALLOWED', policyId: null, outcomes: [], risk: null },
    ]);
  });

  test('is told by an event if it was a denial', async ({ service }) => {
    const { userId, signIn } = await aUserHere(service);
    const id = await anAccessPolicy(service.ours, { conditions: forAccount });
    await signIn();
    const told = () =>
      service.sql<{ data: object }>(
        `select data from events where type = 'access.denied' and data ->> 'userId' = $1`,
        [userId],
      );
    await expect.poll(told, { timeout: 20_000 }).toHaveLength(1);
    expect((await told())[0]?.data).toMatchObject({
      policyId: id,
      outcome: 'DENIED',
      subject: 'USER',
      identityId: null,
      application: 'keyward:account',
    });
  });
});

describe('the lockout guard', () => {
  test('refuses a policy that would keep every owner out, and names them', async ({ service }) => {
    const { theirs } = service;
    await aUser(theirs, { email: anEmail(), password, roles: ['OWNER'], displayName: 'Olive Owner' });
    const body = { name: 'Block everyone', priority: 1, status: 'ENABLED', decision: 'BLOCK' };
    const refused = await theirs.call('createAccessPolicy', { body });
    expect([refused.status, refused.body.code]).toEqual([409, 'LOCKOUT_RISK']);
    expect(refused.body.details.owners).toContain('Olive Owner');
    const draft = await theirs.call('createAccessPolicy', { body: { ...body, status: 'REPORT_ONLY' } });
    expect(draft.status).toBe(201);
    const path = { id: draft.body.id };
    const enabling = { status: 'ENABLED' };
    expect((await theirs.call('updateAccessPolicy', { path, body: enabling })).body.code).toBe(
      'LOCKOUT_RISK',
    );
    const knowing = { ...enabling, acknowledgeLockout: true };
    expect((await theirs.call('updateAccessPolicy', { path, body: knowing })).status).toBe(200);
    await theirs.call('deleteAccessPolicy', { path });
    const conditions = { applications: { include: ['keyward:admin'] } };
    const ofAdministration = await theirs.call('createAccessPolicy', { body: { ...body, conditions } });
    expect(ofAdministration.body.code).toBe('LOCKOUT_RISK');
  });

  test('refuses to require a second factor that no owner has', async ({ service: { theirs } }) => {
    const body = {
      name: 'Two factors',
      priority: 2,
      status: 'ENABLED',
      decision: 'REQUIRE',
      requirements: ['MFA'],
    };
    expect((await theirs.call('createAccessPolicy', { body })).body.code).toBe('LOCKOUT_RISK');
  });
});

describe('the risk of a sign-in', () => {
  test('blocks a user after many failures, and says so in no page', async ({ service }) => {
    const { person, signIn, account, email } = await aUserHere(service);
    await signIn();
    await anAccessPolicy(service.ours, {
      conditions: { ...forAccount, riskLevels: ['MEDIUM', 'HIGH', 'CRITICAL'] },
    });
    expect((await person.get(account)).status).toBe(200);
    const thief = aPerson(service.origin);
    const { orgId = '' } = service.ours;
    for (let tries = 0; tries < 6; tries++) await thief.signIn(orgId, email, `wrong ${tries}`);
    const page = await thief.signIn(orgId, email, password);
    expect([page.status, page.title]).toEqual([403, 'Sign-in blocked']);
    expect(page.text.toLowerCase()).not.toContain('risk');
  });
});
