import { describe, expect } from 'vitest';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';
import { withApp } from '../../support/access-users.ts';
import { aUser } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { aPerson, type Person } from '../../support/person.ts';
import { sendRaw } from '../../support/raw.ts';
import { besides } from '../../support/second-factors.ts';
import type { TestService } from '../../support/service.ts';
import { aUserCaller, password, signedIn } from '../../support/user-caller.ts';
import { anEmail } from '../../support/users.ts';

// The way to sign in to the dashboard. Where it may lead is in test/sign-in/security/dashboard-returns.test.ts.

const admin = { conditions: { applications: { include: ['keyward:admin'] } }, acknowledgeLockout: true };

/** Signs in on the pages, from any page that asks for the name. */
async function typed(person: Person, path: string, email: string) {
  const named = await person.send(await person.open(path), { username: email });
  return person.send(named, { password });
}

const openSignIns = ({ sql }: TestService) =>
  sql<{ n: number }>('select count(*)::int as n from sign_ins').then(([row]) => row?.n);

describe('startAdminSignIn', () => {
  test('signs a user in, and returns to the page of the dashboard', async ({ service }) => {
    const { ours, origin } = service;
    const email = anEmail();
    const userId = await aUser(ours, { email, password, roles: ['OWNER'] });
    const person = aPerson(origin);
    const first = await person.open(
      `/admin/sign-in?tenant=${ours.orgId}&returnTo=/admin/${ours.orgId}/audit`,
    );
    expect(first.title).toBe('Sign in');
    expect(first.text).toContain('to continue to the dashboard');
    const { path } = await typed(person, first.path, email);
    expect(path).toBe(`/admin/${ours.orgId}/audit`);
    const query = { userId, application: 'keyward:admin' };
    const { body } = await ours.call('listAccessDecisions', { query });
    expect(body.data).toMatchObject([{ outcome: 'ALLOWED' }]);
  });

  test('returns a user who is signed in at once, with the query of the page', async ({ service }) => {
    const { person } = await aUserCaller(service);
    const { orgId } = service.ours;
    const before = await openSignIns(service);
    const to = async (returnTo: string) =>
      (await person.get(`/admin/sign-in?tenant=${orgId}&returnTo=${encodeURIComponent(returnTo)}`)).location;
    for (const start of ['/admin', '/admin/', '/admin?a=b']) expect(await to(start)).toBe(`/admin/${orgId}`);
    expect(await to('/admin/proved')).toBe('/admin/proved');
    expect(await to(`/admin/${orgId}/x?a=%2F&b=1`)).toBe(`/admin/${orgId}/x?a=%2F&b=1`);
    expect((await person.get(`/admin/sign-in?tenant=${orgId}`)).location).toBe(`/admin/${orgId}`);
    expect(await openSignIns(service)).toBe(before);
  });

  test('has a user prove everything again if the proof is older than maxAge', async ({ service }) => {
    const { person, client, userId, email } = await aUserCaller(service);
    const path = `/admin/sign-in?tenant=${service.ours.orgId}&maxAge=300`;
    expect((await person.get(path)).location).toBe(`/admin/${service.ours.orgId}`);
    const older = `update login_sessions set auth_time = now() - interval '301 seconds' where user_id = $1 returning id`;
    const before = await service.sql<{ id: string }>(older, [userId]);
    const rotate = () => client.call('rotateSigningKeys', { body: {} });
    const refused = await rotate();
    expect([refused.status, refused.body.details]).toEqual([403, { maxAgeSeconds: 300 }]);
    expect((await typed(person, path, email)).path).toBe(`/admin/${service.ours.orgId}`);
    const after = await signedInAs(service, userId);
    expect(after).toEqual([{ id: before[0]?.id, fresh: true }]);
    expect((await person.get(path)).location).toBe(`/admin/${service.ours.orgId}`);
  });

  test('takes the only session of the browser, and a session of the live tenant for both', async ({
    service,
  }) => {
    const { ours, oursTest, theirs, origin } = service;
    const { person } = await aUserCaller(service);
    const to = async (query = '') => (await person.get(`/admin/sign-in${query}`)).location;
    expect(await to()).toBe(`/admin/${ours.orgId}`);
    expect(await to(`?tenant=${oursTest.orgId}`)).toBe(`/admin/${oursTest.orgId}`);
    const [inTest, inTheirs] = [anEmail(), anEmail()];
    const testUser = await aUser(oursTest, { email: inTest, password });
    await signedIn({ ours, origin }, { userId: testUser, email: inTest }, { at: oursTest, person });
    expect(await to()).toBe(`/admin/${ours.orgId}`);
    const theirUser = await aUser(theirs, { email: inTheirs, password });
    await signedIn({ ours, origin }, { userId: theirUser, email: inTheirs }, { at: theirs, person });
    const page = await person.open('/admin/sign-in?returnTo=/admin/alerts&maxAge=60');
    expect([page.status, page.title]).toEqual([200, 'Which organization?']);
    expect(
      [...page.text.matchAll(/<a class="button quiet" href="([^"]*)">([^<]*)</g)].map(([, ...one]) => one),
    ).toEqual([
      [`/admin/sign-in?tenant=${ours.orgId}&amp;returnTo=%2Fadmin%2Falerts&amp;maxAge=60`, 'Ours'],
      [`/admin/sign-in?tenant=${theirs.orgId}&amp;returnTo=%2Fadmin%2Falerts&amp;maxAge=60`, 'Theirs'],
    ]);
  });

  test('asks a stranger for the organization, and tells of none', async ({ service }) => {
    const person = aPerson(service.origin);
    for (const path of ['/admin/sign-in', '/admin/sign-in?tenant=&returnTo=/admin/alerts']) {
      const page = await person.open(path);
      expect([page.status, page.title]).toEqual([200, 'Which organization?']);
      expect(page.text).not.toMatch(/Ours|Theirs|org_[0-9a-z]{26}/);
      expect(page.text).toContain('Run “make dashboard”.');
    }
    expect((await person.open('/admin/sign-in?tenant=&returnTo=/admin/alerts')).text).toContain(
      '<input type="hidden" name="returnTo" value="/admin/alerts">',
    );
    const unknown = await person.open('/admin/sign-in?tenant=org_01kahz5v3be4nr7q2m8x9c0d1e');
    expect([unknown.status, unknown.headers.get('x-error-code')]).toEqual([404, 'ORGANIZATION_NOT_FOUND']);
    expect(person.cookies.get('kd_session')).toBeUndefined();
  });
});

describe('the way out for the operator', () => {
  const words = 'Run “make dashboard”.';
  /** Opens the first page of a sign-in that a request starts. */
  const firstPage = ({ origin }: TestService, path: string) => aPerson(origin).open(path);

  test('names make dashboard at the machine of the service, before a sign-in to the dashboard', async ({
    service,
  }) => {
    const { orgId } = service.ours;
    const page = await firstPage(service, `/admin/sign-in?tenant=${orgId}`);
    expect([page.title, page.text.includes(words)]).toEqual(['Sign in', true]);
    const named = await firstPage(service, `/admin/sign-in?tenant=${orgId}&returnTo=/admin/${orgId}/audit`);
    expect(named.text).toContain(words);
    const german = { 'accept-language': 'de' };
    const person = aPerson(service.origin);
    const { location } = await person.get(`/admin/sign-in?tenant=${orgId}`, german);
    expect((await person.get(location, german)).text).toContain('Führen Sie „make dashboard“ aus.');
  });

  test('is not shown elsewhere, for another application or for another organization', async ({ service }) => {
    const { ours, theirs, oursTest } = service;
    const start = `/admin/sign-in?tenant=${ours.orgId}`;
    const { headers } = await sendRaw(service.origin, { path: start, headers: { host: 'attacker.example' } });
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const rebound = await sendRaw(service.origin, { path: String(headers.location), headers: { cookie } });
    expect(rebound.text).toContain('to continue to the dashboard');
    expect(rebound.text).not.toContain('make dashboard');
    const pages = [
      await firstPage(service, `/login/${ours.orgId}`),
      await firstPage(service, `/admin/sign-in?tenant=${theirs.orgId}`),
      await firstPage(service, `/admin/sign-in?tenant=${oursTest.orgId}`),
    ];
    for (const { title, text } of pages)
      expect([title, text.includes('make dashboard')]).toEqual(['Sign in', false]);
  });

  test('is not shown to a user who proves again who they are', async ({ service }) => {
    const { person, userId } = await aUserCaller(service);
    await service.sql(
      `update login_sessions set auth_time = now() - interval '301 seconds' where user_id = $1`,
      [userId],
    );
    const page = await person.open(`/admin/sign-in?tenant=${service.ours.orgId}&maxAge=300`);
    expect([page.title, page.text.includes('make dashboard')]).toEqual(['Sign in', false]);
  });
});

const signedInAs = ({ sql }: TestService, userId: string) =>
  sql<{ id: string; fresh: boolean }>(
    `select id, auth_time > now() - interval '1 minute' as fresh from login_sessions where user_id = $1`,
    [userId],
  );

describe('a policy for keyward:admin', () => {
  test('asks for the second factor that a session lacks, and then the API is open', async ({ service }) => {
    const { ours, origin } = service;
    const domain = await besides(service);
    const { userId, email, nextCode } = await withApp(service, domain);
    await domain.close();
    await ours.call('updateUser', { path: { userId }, body: { roles: ['OWNER'] } });
    await anAccessPolicy(ours, { decision: 'REQUIRE', requirements: ['MFA'], ...admin });
    await ours.call('updateTotpConfig', { body: { enforcement: 'OFF' } });
    const person = aPerson(origin);
    const { client } = await signedIn({ ours, origin }, { userId, email }, { person });
    const refused = await client.call('getMe');
    expect([refused.status, refused.body.details]).toEqual([403, { required: ['MFA'] }]);
    const step = await person.open(`/admin/sign-in?tenant=${ours.orgId}&returnTo=/admin/alerts`);
    const done = await person.send(step, { otp: nextCode() }, 'totp');
    expect(done.path).toBe('/admin/alerts');
    const page = { 'sec-fetch-site': 'same-origin', 'keyward-tenant': ours.orgId ?? '' };
    const now = createClient(origin, undefined, ours.orgId, { ...person.cookies.sent('/'), ...page });
    expect((await now.call('getMe')).status).toBe(200);
  });

  test('blocks the sign-in to the dashboard, and no other one', async ({ service }) => {
    const { ours, origin } = service;
    const email = anEmail();
    await aUser(ours, { email, password });
    await anAccessPolicy(ours, admin);
    const person = aPerson(origin);
    const blocked = await typed(person, `/admin/sign-in?tenant=${ours.orgId}`, email);
    expect([blocked.status, blocked.title]).toEqual([403, 'Sign-in blocked']);
    expect((await typed(person, `/login/${ours.orgId}`, email)).path).toBe(`/account/${ours.orgId}`);
    expect((await person.open(`/admin/sign-in?tenant=${ours.orgId}`)).title).toBe('Sign in');
  });
});
