import { describe, expect, onTestFinished } from 'vitest';
import { makeFirstRunLink, makeOwnerLink } from '../../../src/users/dashboard-links/dashboard-links.ts';
import { withApp } from '../../support/access-users.ts';
import { aCredential, aUser } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { aPerson, type Person } from '../../support/person.ts';
import { besides } from '../../support/second-factors.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

// The links that the start of the service and `make dashboard` print. Their misuse is in test/sign-in/security/dashboard-links.test.ts.

const password = 'vivid-harbor-cello-42';

/** Sends the token of a link as the dashboard does. */
async function redeem({ origin }: TestService, token: string, person: Person) {
  const client = createClient(origin);
  const answer = await client.send('POST', '/admin/redeem', {
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      ...person.cookies.sent('/'),
    },
    body: JSON.stringify({ token }),
  });
  person.cookies.keep(answer, '/');
  return answer;
}

async function firstLink(service: TestService) {
  const domain = await besides(service);
  const token = await domain.within(makeFirstRunLink);
  await domain.close();
  return token;
}

async function linkFor(service: TestService, id: string, username: string) {
  const domain = await besides(service);
  const token = await domain.within((tx) => makeOwnerLink(tx, { id, username, email: username }));
  await domain.close();
  return token;
}

/** No owner of ours is left who can sign in. */
const withoutOwners = async ({ sql }: TestService) => {
  await sql(`update users set roles = '{ADMIN}' where 'OWNER' = any (roles)`);
};

describe('redeemDashboardLink', () => {
  test('makes the first owner, who chooses a password and is at the dashboard then', async ({ service }) => {
    const { ours, origin } = service;
    // The alert is for organizations that have something to lose.
    await aCredential(ours);
    await withoutOwners(service);
    const token = await firstLink(service);
    expect(token).toMatch(/^[\w-]{43}$/);
    const person = aPerson(origin);
    const used = await redeem(service, String(token), person);
    expect([used.status, used.body]).toEqual([
      200,
      { location: expect.stringMatching(new RegExp(`^/login/${ours.orgId}\\?sign_in=sgn_\\w{26}$`)) },
    ]);
    expect(await meOf(service, person)).toBe(401);
    const first = await person.open(used.body.location as string);
    expect(first.text).toContain('passkey');
    const choice = await person.open(`${used.body.location}&factor=new-password`);
    expect([choice.title, choice.text.includes('expired')]).toEqual(['Choose a password', false]);
    for (const { text } of [first, choice]) expect(text).toContain('Your username is owner@localhost.');
    const short = await person.send(choice, { new_password: 'cello-42' }, 'new-password');
    expect([short.status, short.title]).toEqual([400, 'Choose a password']);
    expect(short.text).toContain('Use a longer password.');
    const done = await person.send(choice, { new_password: password }, 'new-password');
    expect(done.path).toBe(`/admin/${ours.orgId}`);
    expect(await meOf(service, person)).toBe(200);
    expect(await firstLink(service)).toBeUndefined();
    const rows = await service.sql<{ action: string; actor_type: string }>(
      `select action, actor_type from audit_logs where action like '%dashboard_link%' order by created_at, id`,
    );
    expect(rows).toEqual([
      { action: 'user.create_dashboard_link', actor_type: 'SYSTEM' },
      { action: 'user.use_dashboard_link', actor_type: 'USER' },
    ]);
    const told = await service.sql(`select data from events where type = 'user.dashboard_link_used'`);
    expect(told).toMatchObject([{ data: { userName: 'owner@localhost', isFirstOwner: true } }]);
    const alerts = (await ours.call('listAlerts')).body.data as { title: string }[];
    expect(alerts.map(({ title }) => title)).toContain('The first owner was made by a link');
    const again = await aPerson(origin).signIn(ours.orgId ?? '', 'owner@localhost', password);
    expect(again.status).toBe(200);
  });

  test('makes the first owner also where the schema of the tenant requires attributes', async ({
    service,
  }) => {
    const { ours, origin } = service;
    await withoutOwners(service);
    const schema = { type: 'object', properties: { team: { type: 'string' } }, required: ['team'] };
    const set = (body: object) => ours.call('replaceAttributeSchema', { body });
    expect((await set({ schema })).status).toBe(200);
    onTestFinished(async () => void (await set({ schema: null })));
    const { status } = await redeem(service, String(await firstLink(service)), aPerson(origin));
    expect(status).toBe(200);
  });

  test('signs in at once an owner whose only factor is a password', async ({ service }) => {
    const { ours, origin } = service;
    const email = anEmail();
    const id = await aUser(ours, { email, password, roles: ['OWNER'] });
    const person = aPerson(origin);
    const used = await redeem(service, await linkFor(service, id, email), person);
    expect([used.status, used.body]).toEqual([200, { location: `/admin/${ours.orgId}` }]);
    expect(await meOf(service, person)).toBe(200);
  });

  test('asks an owner with an authenticator app for its code, and nothing less', async ({ service }) => {
    const { ours, origin } = service;
    const domain = await besides(service);
    const { userId, email, nextCode } = await withApp(service, domain);
    await domain.close();
    await ours.call('updateUser', { path: { userId }, body: { roles: ['OWNER'] } });
    await ours.call('updateTotpConfig', { body: { enforcement: 'OFF' } });
    onTestFinished(
      async () => void (await ours.call('updateTotpConfig', { body: { enforcement: 'OPTIONAL' } })),
    );
    const person = aPerson(origin);
    const used = await redeem(service, await linkFor(service, userId, email), person);
    expect(await meOf(service, person)).toBe(401);
    const step = await person.open(used.body.location as string);
    const done = await person.send(step, { otp: nextCode() }, 'totp');
    expect(done.path).toBe(`/admin/${ours.orgId}`);
    expect(await meOf(service, person)).toBe(200);
  });
});

/** Returns the status of the API's answer to the user of a browser. */
async function meOf({ ours, origin }: TestService, person: Person): Promise<number> {
  const page = { 'sec-fetch-site': 'same-origin', 'keyward-tenant': ours.orgId ?? '' };
  const client = createClient(origin, undefined, ours.orgId, { ...person.cookies.sent('/'), ...page });
  return (await client.call('getMe')).status;
}
