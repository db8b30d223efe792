import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aCallerWith, aUser } from '../../support/builders.ts';
import { aGroup } from '../../support/groups.ts';
import { aPerson, type Person, type Seen } from '../../support/person.ts';
import { changeConnection } from '../../support/stored-connections.ts';
import { test, type TestService } from '../../support/service.ts';
import { linksOf } from '../../support/social.ts';
import {
  aSubject,
  away,
  type Claims,
  type Connected,
  connected,
  outcomeOf,
  signedInAs,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const aLink = async ({ ours }: Pick<TestService, 'ours'>, id: string): Promise<string> => {
  const { status, body } = await ours.call('createTestSignIn', { path: { id } });
  expect([status, body]).toEqual([201, body]);
  return new URL(body.url).pathname;
};

/** Opens a link and presses its button. The answer is not followed. */
async function began(service: TestService, path: string, person = aPerson(service.origin)) {
  const page = await person.open(path);
  const form = page.forms.find(({ action }) => action === path);
  if (!form) throw new Error(`no form: ${page.status} ${page.title}`);
  return { person, page, led: await person.post(form.action, form.fields) };
}

/** The whole of a test, up to its result. */
async function tested(
  service: TestService,
  { id }: Connected,
  claims: Claims,
): Promise<Seen & { person: Person }> {
  upstream.claims = claims;
  const { person, led } = await began(service, await aLink(service, id));
  return { ...(await person.open(upstream.visit(led))), person };
}

const tracesOf = async ({ ours }: TestService, id: string) =>
  (await ours.call('listConnectionTraces', { path: { id } })).body.data;

const worked = 'The test worked';
const failed = 'The test didn’t work';
const over = 'This link no longer works';

/** Everything of the tenant that a sign-in writes. */
const stored = async ({ sql }: TestService, connectionId: string) => {
  const [row] = await sql(
    `select (select count(*) from users) as users, (select count(*) from social_links) as links,
            (select count(*) from login_sessions) as logins, (select count(*) from sign_ins) as "signIns",
            (select count(*) from events) as events, (select count(*) from group_members) as members,
            (select count(*) from alerts) as alerts, (select count(*) from invitations) as invitations,
            (select count(*) from mailed_links) as mails, (select count(*) from tenant_jobs) as jobs,
            (select md5(string_agg(u::text, '' order by id)) from users u) as content,
            (select md5(string_agg(l::text, '' order by subject)) from social_links l) as "ofLinks",
            (select md5(c::text) from federation_connections c where id = $1) as connection`,
    [connectionId],
  );
  return row;
};

describe('createTestSignIn', () => {
  test('makes a link for 15 minutes, and stores only the hash of its secret', async ({ service }) => {
    const { id } = await connected(service, upstream);
    const { body } = await service.ours.call('createTestSignIn', { path: { id } });
    const secret = body.url.split('/').at(-1);
    expect(Date.parse(body.expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000);
    expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThan(16 * 60_000);
    const [row] = await service.sql<{ row: string }>(
      'select t::text as row from federation_test_sign_ins t where connection_id = $1',
      [id],
    );
    expect(row?.row).toContain('tst_');
    expect(row?.row).not.toContain(secret);
    const { body: audit } = await service.ours.call('listAuditLogs', {
      query: { action: 'connection.create_test_sign_in' },
    });
    expect(audit.data[0]).toMatchObject({ target: { id } });
    expect(JSON.stringify(audit.data)).not.toContain(secret);
  });

  test('needs federation.write, and a connection of the tenant', async ({ service }) => {
    const { id } = await connected(service, upstream);
    const { caller } = await aCallerWith(service, ['federation.read']);
    expect((await caller.call('createTestSignIn', { path: { id } })).status).toBe(403);
    expect((await service.theirs.call('createTestSignIn', { path: { id } })).status).toBe(404);
  });

  test('has at most 100 open links of a tenant', async ({ service }) => {
    const { id } = await connected(service, upstream);
    await service.sql(
      `insert into federation_test_sign_ins (org_id, id, connection_id, token_hash, expires_at)
       select $1, 'tst_many' || n, $2, sha256(n::text::bytea), now() + interval '1 minute' from generate_series(1, 100) as n`,
      [service.ours.orgId, id],
    );
    const { status, body } = await service.ours.call('createTestSignIn', { path: { id } });
    expect([status, body.code]).toEqual([409, 'QUOTA_EXCEEDED']);
    await service.sql("update federation_test_sign_ins set expires_at = now() - interval '1 second'");
    await aLink(service, id);
    await service.runTask('sweep-requests');
    expect(
      await service.sql('select from federation_test_sign_ins where connection_id = $1', [id]),
    ).toHaveLength(1);
  });
});

describe('showTestSignIn', () => {
  test('uses nothing up, and shows the same page for every link that does not work', async ({ service }) => {
    const { id } = await connected(service, upstream, { name: 'Analytical Engines' });
    const path = await aLink(service, id);
    for (const _ of [1, 2]) {
      const page = await aPerson(service.origin).open(path);
      expect([page.status, page.title.startsWith('Test Analytical Engines')]).toEqual([200, true]);
    }
    const { led } = await began(service, path);
    expect(led.status).toBe(303);
    const unknown = await aPerson(service.origin).open(`${path.slice(0, -43)}${'A'.repeat(43)}`);
    const used = await aPerson(service.origin).open(path);
    expect([unknown.status, unknown.title, used.status, used.title]).toEqual([400, over, 400, over]);
  });
});

describe('startTestSignIn', () => {
  test('begins once of eight times in parallel, and only with the form of this browser', async ({
    service,
  }) => {
    const { id } = await connected(service, upstream);
    const path = await aLink(service, id);
    const forged = await aPerson(service.origin).post(path, { csrf: 'x' });
    expect(forged.status).toBe(403);
    const opened = [];
    for (let at = 0; at < 8; at++) {
      const person = aPerson(service.origin);
      const page = await person.open(path);
      opened.push({ person, fields: page.forms.find(({ action }) => action === path)?.fields ?? {} });
    }
    const seen = await Promise.all(opened.map(({ person, fields }) => person.post(path, fields)));
    expect(seen.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      303, 400, 400, 400, 400, 400, 400, 400,
    ]);
  });

  test('shows the error if the identity provider cannot be asked', async ({ service }) => {
    const { id } = await connected(service, upstream);
    await changeConnection(service, id, "issuer = 'https://nowhere.invalid'");
    const before = await stored(service, id);
    const { led } = await began(service, await aLink(service, id));
    expect([led.status, led.title]).toEqual([200, failed]);
    expect(led.text).toContain('DISCOVERY');
    const [trace] = await tracesOf(service, id);
    expect(trace).toMatchObject({ test: true, outcome: 'FAILED', step: 'DISCOVERY', verified: false });
    expect(led.text).toContain(trace.reference);
    expect(await stored(service, id)).toEqual(before);
  });
});

describe('finishFederatedSignIn of a test', () => {
  test('shows the claims, the mapping and the new user, while the connection is DISABLED, and writes nothing but a trace', async ({
    service,
  }) => {
    const groupId = await aGroup(service.ours, { name: `Engineers ${crypto.randomUUID()}` });
    const connection = await connected(service, upstream, {
      status: 'DISABLED',
      attributeMapping: { department: { from: ['team'] }, 'attributes.floor': { constant: '3' } },
      groupMapping: [{ value: 'A', groupId }],
    });
    const claims = aSubject(connection, {
      team: 'Engines <b>',
      groups: ['A'],
      sid: 'sid-canary',
      at_hash: 'hash-canary',
    });
    const before = await stored(service, connection.id);
    const seen = await tested(service, connection, claims);
    expect([seen.status, seen.title]).toEqual([200, worked]);
    for (const text of [
      claims.email,
      claims.sub ?? '',
      'Engines &lt;b&gt;',
      'attributes.floor',
      'Engineers',
      'Would be added',
    ])
      expect(seen.text).toContain(text);
    for (const secret of ['sid-canary', 'hash-canary', 'a secret of the test'])
      expect(seen.text).not.toContain(secret);
    expect(seen.headers.get('cache-control')).toContain('no-store');
    const after = await stored(service, connection.id);
    expect(after).toEqual(before);
    const [trace, ...others] = await tracesOf(service, connection.id);
    expect(others).toEqual([]);
    expect(trace).toMatchObject({ test: true, outcome: 'SUCCESS', verified: true, userId: null });
    expect(seen.text).toContain(trace.reference);
    // No user is known whose erasure would erase the values.
    expect(JSON.stringify(trace)).not.toContain(claims.email);
    const { body: audit } = await service.ours.call('listAuditLogs', {
      query: { action: 'connection.test_sign_in' },
    });
    expect(audit.data[0]).toMatchObject({ target: { id: connection.id }, result: 'SUCCESS' });
    // The browser is not signed in.
    const account = await seen.person.open(`/account/${service.ours.orgId}`);
    expect(account.title).not.toBe('Your account');
  });

  test('names the user who would sign in, and leaves the account as it is', async ({ service }) => {
    const connection = await connected(service, upstream);
    const claims = aSubject(connection);
    const userId = await aUser(service.ours, {
      email: claims.email,
      password: 'vivid-harbor-cello-42',
      displayName: 'Ada King',
    });
    const before = await stored(service, connection.id);
    const seen = await tested(service, connection, claims);
    expect(seen.title).toBe(worked);
    expect(seen.text).toContain('Everything that opened the account before would be removed');
    for (const text of ['Ada King', userId]) expect(seen.text).toContain(text);
    expect(await stored(service, connection.id)).toEqual(before);
    const [trace] = await tracesOf(service, connection.id);
    expect(trace).toMatchObject({ test: true, userId });
    expect(await linksOf(service, claims.sub ?? '')).toEqual([]);
  });

  test('says why an account is refused, and nothing of the user here', async ({ service }) => {
    const connection = await connected(service, upstream);
    const claims = aSubject(connection);
    const userId = await aUser(service.ours, {
      email: claims.email,
      displayName: 'Name of the manager',
      roles: ['HELPDESK'],
    });
    const seen = await tested(service, connection, claims);
    expect(seen.title).toBe(failed);
    expect(seen.text).toContain('SIGN_IN_FIRST');
    for (const text of ['Name of the manager', userId]) expect(seen.text).not.toContain(text);
    const [trace] = await tracesOf(service, connection.id);
    expect(trace).toMatchObject({ test: true, outcome: 'FAILED', step: 'LINKING', userId });
  });

  test.for<[what: string, step: string, change: (callback: URL) => void, claims: Claims]>([
    [
      'an error',
      'RESPONSE',
      (url) => (url.searchParams.delete('code'), url.searchParams.set('error', 'access_denied')),
      {},
    ],
    ['another issuer', 'TOKEN', (url) => url.searchParams.set('iss', 'https://evil.example'), {}],
    ['an unknown code', 'TOKEN', (url) => url.searchParams.set('code', 'guessed'), {}],
    ['another nonce', 'TOKEN', () => undefined, { nonce: 'of another sign-in' }],
    ['another audience', 'TOKEN', () => undefined, { aud: 'another client' }],
  ])('shows %s with its step %s', async ([, step, change, wrong], { service }) => {
    const connection = await connected(service, upstream);
    upstream.claims = { ...aSubject(connection), ...wrong };
    const before = await stored(service, connection.id);
    const { person, led } = await began(service, await aLink(service, connection.id));
    const callback = new URL(upstream.visit(led), service.origin);
    change(callback);
    const seen = await person.open(callback.pathname + callback.search);
    expect([seen.status, seen.title]).toEqual([200, failed]);
    expect(seen.text).toContain(step);
    expect(await stored(service, connection.id)).toEqual(before);
    expect((await tracesOf(service, connection.id))[0]).toMatchObject({ test: true, step });
  });

  test('works once, in the browser that began, at its own connection, and while the connection is there', async ({
    service,
  }) => {
    const [connection, other] = [await connected(service, upstream), await connected(service, upstream)];
    upstream.claims = aSubject(connection);
    const { person, led } = await began(service, await aLink(service, connection.id));
    const callback = upstream.visit(led);
    const stranger = aPerson(service.origin);
    await stranger.open(`/login/${service.ours.orgId}`);
    for (const [who, path] of [
      [aPerson(service.origin), callback],
      [stranger, callback],
      [person, callback.replace(connection.id, other.id)],
      [person, callback.replace(/state=[^&]*/, (state) => `${state.slice(0, -1)}_`)],
    ] as const)
      expect((await who.open(path)).title).toBe(over);
    const seen = await Promise.all(Array.from({ length: 8 }, () => person.open(callback)));
    expect(seen.map(({ title }) => title).toSorted()).toEqual(
      [worked, ...Array.from({ length: 7 }, () => over)].toSorted(),
    );
    const again = await began(service, await aLink(service, connection.id));
    const late = upstream.visit(again.led);
    const unused = await aLink(service, connection.id);
    expect((await service.ours.call('deleteConnection', { path: { id: connection.id } })).status).toBe(200);
    expect((await again.person.open(late)).status).toBe(404);
    expect((await person.open(unused)).title).toBe(over);
    expect(
      await service.sql('select from federation_test_sign_ins where connection_id = $1', [connection.id]),
    ).toEqual([]);
  });

  test('ends after 15 minutes at the identity provider', async ({ service }) => {
    const connection = await connected(service, upstream);
    upstream.claims = aSubject(connection);
    const { person, led } = await began(service, await aLink(service, connection.id));
    await service.sql(
      "update federation_test_sign_ins set expires_at = now() - interval '1 second' where connection_id = $1",
      [connection.id],
    );
    expect((await person.open(upstream.visit(led))).title).toBe(over);
  });

  test('never ends as a sign-in, and no sign-in ends as a test', async ({ service }) => {
    const connection = await connected(service, upstream);
    const claims = aSubject(connection);
    // One browser is in a sign-in and in a test.
    const signIn = await away(service, connection, claims);
    const { led } = await began(service, await aLink(service, connection.id), signIn.person);
    const ofTest = upstream.visit(led);
    const stateOf = (path: string) => new URL(path, service.origin).searchParams.get('state') ?? '';
    const idOf = (path: string) => stateOf(path).split('.')[0] ?? '';
    expect([idOf(signIn.callback).slice(0, 4), idOf(ofTest).slice(0, 4)]).toEqual(['sgn_', 'tst_']);
    // The state of one with the name of the other leads nowhere.
    const before = await stored(service, connection.id);
    for (const path of [
      ofTest.replace(idOf(ofTest), idOf(signIn.callback)),
      signIn.callback.replace(idOf(signIn.callback), idOf(ofTest)),
    ])
      expect((await signIn.person.open(path)).status).toBe(400);
    // A code of a sign-in has another nonce.
    const crossed = new URL(ofTest, service.origin);
    crossed.searchParams.set('code', new URL(signIn.callback, service.origin).searchParams.get('code') ?? '');
    expect((await signIn.person.open(crossed.pathname + crossed.search)).title).toBe(failed);
    expect(await stored(service, connection.id)).toEqual(before);
    expect(await linksOf(service, claims.sub ?? '')).toEqual([]);
    const done = await signedInAs(service, connection, claims, signIn.person);
    expect(outcomeOf(done)).toBe('SIGNED_IN');
    expect(done.text).not.toContain(worked);
  });

  test('leaves a login of the browser as it is', async ({ service }) => {
    const connection = await connected(service, upstream);
    const claims = aSubject(connection);
    const { person } = await signedInAs(service, connection, claims);
    const before = await stored(service, connection.id);
    upstream.claims = claims;
    const { led } = await began(service, await aLink(service, connection.id), person);
    const seen = await person.open(upstream.visit(led));
    expect([seen.title, seen.text.includes('is connected. It would sign you in.')]).toEqual([worked, true]);
    expect(await stored(service, connection.id)).toEqual(before);
    expect((await person.open(`/account/${service.ours.orgId}`)).title).toBe('Your account');
  });
});
