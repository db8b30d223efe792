import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aPerson } from '../../support/person.ts';
import { proveAddress } from '../../support/enforcing.ts';
import { test, type TestService } from '../../support/service.ts';
import { linksOf, press } from '../../support/social.ts';
import { changeConnection, type ConnectionFields } from '../../support/stored-connections.ts';
import { besides, codeOf } from '../../support/second-factors.ts';
import {
  aSubject,
  away,
  type Connected,
  connected,
  locally,
  outcomeOf,
  signedInAs,
  startUpstream,
  typed,
  type Upstream,
} from '../../support/upstream.ts';

const password = 'vivid-harbor-cello-42';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

/** A user with a proved address, of a domain of the connection. */
async function aMember(
  { ours, sql }: TestService,
  { domain }: Connected,
  fields: Record<string, unknown> = {},
) {
  const email = `${crypto.randomUUID()}@${domain}`;
  const userId = await aUser(ours, { email, password, ...fields });
  await proveAddress({ sql }, userId);
  return { userId, email };
}

const tracesOf = async ({ ours }: Pick<TestService, 'ours'>, id: string) =>
  (await ours.call('listConnectionTraces', { path: { id }, query: {} })).body.data;

/** The counts of sign-ins of this service, by outcome. */
async function counted({ origin }: TestService): Promise<Record<string, number>> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const lines = text.matchAll(/^keyward_federated_sign_ins_total\{type="OIDC",outcome="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]));
}

/** Returns the difference that some work makes in the metrics. */
async function countedDuring(service: TestService, work: () => Promise<unknown>) {
  const before = await counted(service);
  await work();
  const after = Object.entries(await counted(service));
  return Object.fromEntries(
    after.map(([name, count]) => [name, count - (before[name] ?? 0)]).filter(([, more]) => more !== 0),
  );
}

describe('a connection that is disabled during a sign-in', () => {
  const closed = 'Sign-in with your organization is turned off. Sign in another way';

  test('shows a page of the organization, and the response does not work later', async ({ service }) => {
    const { ours } = service;
    const one = await connected(service, upstream);
    const claims = aSubject(one);
    await signedInAs(service, one, claims);
    await ours.call('updateBranding', { body: { displayName: 'Example Works' } });
    const gone = await away(service, one, claims);
    await changeConnection(service, one.id, "status = 'DISABLED'");
    const seen = await gone.person.open(gone.callback);
    expect([seen.status, seen.headers.get('x-error-code')]).toEqual([404, 'CONNECTION_NOT_FOUND']);
    for (const shown of [closed, 'Example Works', 'Back to sign-in']) expect(seen.text).toContain(shown);
    const [reference = ''] = /req_[0-9a-z]{26}/.exec(seen.text) ?? [];
    const [trace] = await tracesOf(service, one.id);
    expect(trace).toMatchObject({ reference, step: 'ACCESS', verified: false, outcome: 'FAILED' });
    await changeConnection(service, one.id, "status = 'ACTIVE'");
    const again = await gone.person.open(gone.callback);
    expect([again.status, again.title]).toEqual([400, 'This page has expired']);
    // A page that was loaded before has the button still.
    const { page, person } = await typed(service, 'ada');
    await changeConnection(service, one.id, "status = 'DISABLED'");
    const form = page.forms.find(({ action }) => action.endsWith('/identifier'))?.fields ?? {};
    const pressed = await person.post(`/login/${ours.orgId}/federation/${one.id}`, {
      sign_in: form['sign_in'] ?? '',
      csrf: form['csrf'] ?? '',
    });
    expect([pressed.status, pressed.text.includes(closed)]).toEqual([404, true]);
    await ours.call('updateBranding', { body: { displayName: null } });
  });

  test('is told on the account page to a user who connects an account', async ({ service }) => {
    const { ours, origin } = service;
    const one = await connected(service, upstream);
    const { email } = await aMember(service, one);
    const person = aPerson(origin);
    await locally(service, person, { email, password });
    const account = await person.open(`/account/${ours.orgId}?section=security`);
    upstream.claims = aSubject(one);
    const led = await press(person, account, `${one.id}/connect`);
    await changeConnection(service, one.id, "status = 'DISABLED'");
    for (const seen of [
      await person.open(upstream.visit(led)),
      await press(person, account, `${one.id}/connect`),
    ]) {
      expect([seen.status, seen.title]).toEqual([404, 'We couldn’t connect the account']);
      expect(seen.text).toContain('Back to your account');
    }
  });
});

describe('a page about an account without a user', () => {
  const connect = 'sign in another way, then connect Acme on your account page';
  const ask = 'Contact your administrator and include the request ID';

  test.for<[fields: ConnectionFields, isKnown: boolean, outcome: string, text: string]>([
    [{ accountLinking: 'EXPLICIT' }, true, 'EMAIL_TAKEN', connect],
    [{ accountLinking: 'NONE' }, true, 'EMAIL_TAKEN', ask],
    [{ accountLinking: 'EXPLICIT', jitProvisioning: false }, false, 'NOT_CONNECTED', connect],
    [{ jitProvisioning: false }, false, 'NOT_CONNECTED', connect],
    [{ jitProvisioning: false, enforced: true }, false, 'NOT_CONNECTED', ask],
    [{ accountLinking: 'NONE', jitProvisioning: false }, false, 'NOT_CONNECTED', ask],
  ])('says what the user can do with %j', async ([fields, isKnown, outcome, text], { service }) => {
    const one = await connected(service, upstream, fields);
    const claims = aSubject(one);
    if (isKnown) claims.email = (await aMember(service, one)).email;
    const seen = await signedInAs(service, one, claims);
    expect(outcomeOf(seen)).toBe(outcome);
    expect(seen.text).toContain(text);
    expect(seen.text).not.toContain(text === ask ? connect : ask);
  });

  test('sends a user with another e-mail address, whose account page lacks the connection, to the administrator', async ({
    service,
  }) => {
    const one = await connected(service, upstream);
    const claims = aSubject(one);
    await aUser(service.ours, { email: `${crypto.randomUUID()}@elsewhere.example`, username: claims.email });
    const seen = await signedInAs(service, one, claims);
    expect([outcomeOf(seen), seen.text.includes(ask)]).toEqual(['EMAIL_TAKEN', true]);
  });
});

describe('the trace of a refusal', () => {
  test('names the user, so that keys with directory.read see the claims', async ({ service }) => {
    const { ours } = service;
    const one = await connected(service, upstream);
    const claims = aSubject(one);
    const { userId, email } = await aMember(service, one);
    claims.email = email;
    const traced = async () => {
      const [trace] = await tracesOf(service, one.id);
      const value = trace.claims.find(({ name }: { name: string }) => name === 'email')?.value;
      return { outcome: trace.outcome, userId: trace.userId, email: value };
    };
    const failed = { outcome: 'FAILED', userId, email };
    const attempts: [string, () => Promise<unknown>][] = [
      ['EMAIL_TAKEN', () => changeConnection(service, one.id, "account_linking = 'EXPLICIT'")],
      ['SIGN_IN_FIRST', () => changeConnection(service, one.id, "account_linking = 'VERIFIED_DOMAIN'")],
      ['PROVE_FIRST', () => changeConnection(service, one.id, 'enforced = true')],
      ['SIGNED_IN', () => ours.call('updateUser', { path: { userId }, body: { roles: ['MEMBER'] } })],
      ['NOT_ALLOWED', () => changeConnection(service, one.id, "allowed_groups = '{grp_none}'")],
      ['CLOCK_SKEW', async () => void Object.assign(claims, { auth_time: Date.now() / 1000 + 3_600 })],
      [
        'NOT_ACTIVE',
        async () => (delete claims['auth_time'], ours.call('suspendUser', { path: { userId } })),
      ],
    ];
    await ours.call('updateUser', { path: { userId }, body: { roles: ['HELPDESK'] } });
    for (const [outcome, change] of attempts) {
      await change();
      expect(outcomeOf(await signedInAs(service, one, claims))).toBe(outcome);
      if (outcome !== 'SIGNED_IN') expect([outcome, await traced()]).toEqual([outcome, failed]);
    }
    await changeConnection(service, one.id, 'allowed_groups = null');
    await ours.call('reactivateUser', { path: { userId } });
    const other = { ...aSubject(one), email };
    expect(outcomeOf(await signedInAs(service, one, other))).toBe('CONNECTED_ELSEWHERE');
    expect(await traced()).toEqual(failed);
  });

  test('says that another connection is enforced for the user', async ({ service }) => {
    const [mine, other] = [
      await connected(service, upstream, { enforced: true }),
      await connected(service, upstream),
    ];
    const claims = aSubject(other);
    await signedInAs(service, other, claims);
    const userId = (await linksOf(service, claims.sub ?? ''))[0]?.user_id ?? '';
    const email = `${crypto.randomUUID()}@${mine.domain}`;
    await service.ours.call('updateUser', { path: { userId }, body: { email } });
    const count = await countedDuring(service, () => signedInAs(service, other, claims));
    expect(count).toEqual({ CONNECTION_ENFORCED: 1 });
    expect((await tracesOf(service, other.id))[0]).toMatchObject({
      outcome: 'FAILED',
      step: 'ACCESS',
      reason: 'Another connection is enforced for the user',
      userId,
    });
  });
});

describe('allowedGroups', () => {
  test('link no user if the mapping ends the membership that admits the user', async ({ service }) => {
    const { ours, sql } = service;
    const { id: groupId } = (await ours.call('createGroup', { body: { name: crypto.randomUUID() } })).body;
    const one = await connected(service, upstream, {
      groupMapping: [{ value: 'staff', groupId }],
      allowedGroups: [groupId],
    });
    const { userId, email } = await aMember(service, one);
    await ours.call('addGroupMembers', { path: { groupId }, body: { userId } });
    await sql("update group_members set source = 'FEDERATION' where user_id = $1", [userId]);
    const claims = aSubject(one, { email, groups: ['guests'] });
    expect(outcomeOf(await signedInAs(service, one, claims))).toBe('NOT_ALLOWED');
    expect(await linksOf(service, claims.sub ?? '')).toEqual([]);
    const told = await sql("select from audit_logs where action = 'user.link' and target_id = $1", [userId]);
    expect(told).toEqual([]);
    // Memberships of other sources stay.
    await sql("update group_members set source = 'LOCAL' where user_id = $1", [userId]);
    expect(outcomeOf(await signedInAs(service, one, claims))).toBe('SIGNED_IN');
  });
});

describe('the count of sign-ins by connections', () => {
  test('is a success when the login begins, after the second factor', async ({ service }) => {
    const one = await connected(service, upstream);
    const world = await besides(service);
    const { userId, secret } = await world.enrolled();
    await world.close();
    const claims = aSubject(one);
    await service.ours.call('updateUser', { path: { userId }, body: { email: claims.email } });
    await proveAddress(service, userId);
    const gone = await away(service, one, claims);
    let asked = gone.led;
    const first = await countedDuring(service, async () => {
      asked = await gone.person.open(gone.callback);
    });
    expect(first).toEqual({});
    const second = await countedDuring(service, () =>
      gone.person.send(asked, { otp: codeOf(secret, 30) }, '/totp'),
    );
    expect(second).toEqual({ SUCCESS: 1 });
  });

  test('has accounts that users connect', async ({ service }) => {
    const { ours, origin } = service;
    const one = await connected(service, upstream, { accountLinking: 'EXPLICIT' });
    const { email } = await aMember(service, one);
    const person = aPerson(origin);
    await locally(service, person, { email, password });
    const account = await person.open(`/account/${ours.orgId}?section=security`);
    upstream.claims = aSubject(one);
    const count = await countedDuring(service, async () =>
      person.open(upstream.visit(await press(person, account, `${one.id}/connect`))),
    );
    expect(count).toEqual({ CONNECTED: 1 });
  });
});
