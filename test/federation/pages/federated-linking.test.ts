import { proveAddress } from '../../support/enforcing.ts';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { aUser } from '../../support/builders.ts';
import { aDomain, type ConnectionFields, verifiedDomain } from '../../support/stored-connections.ts';
import { aPerson } from '../../support/person.ts';
import { startTestService, test, type TestService } from '../../support/service.ts';
import { linksOf, locationOf, press } from '../../support/social.ts';
import {
  aSubject,
  away,
  type Claims,
  type Connected,
  connected,
  locally,
  outcomeOf,
  signedInAs,
  startUpstream,
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
  const userId = await aUser(ours, { email, ...fields });
  await proveAddress({ sql }, userId);
  return { userId, email };
}

describe('linking by address', () => {
  const refused = 'DOMAIN_NOT_VERIFIED';
  type Case = [what: string, fields: ConnectionFields, (email: string, domain: string) => Claims, string];
  const cases: Case[] = [
    ['a vouched-for address', {}, () => ({}), 'SIGNED_IN'],
    ['one in capitals', {}, (email) => ({ email: email.toUpperCase() }), 'SIGNED_IN'],
    ['a vouch as a text', {}, () => ({ email_verified: 'true' }), 'SIGNED_IN'],
    ['no vouch', {}, () => ({ email_verified: undefined }), refused],
    ['no vouch, but trust', { trustEmail: true }, () => ({ email_verified: undefined }), 'SIGNED_IN'],
    ['a denial', {}, () => ({ email_verified: false }), refused],
    ['a denial, in spite of trust', { trustEmail: true }, () => ({ email_verified: false }), refused],
    ['a denial as a text', { trustEmail: true }, () => ({ email_verified: 'false' }), refused],
    ['a vouch as a number', { trustEmail: true }, () => ({ email_verified: 1 }), refused],
    ['an unproved owner (Entra ID)', { trustEmail: true }, () => ({ xms_edov: false }), refused],
    ['no address', {}, () => ({ email: undefined }), refused],
    ['a list of addresses', {}, (email) => ({ email: [email] }), refused],
    ['a subdomain', {}, (_, domain) => ({ email: `ada@mail.${domain}` }), refused],
    ['another domain', {}, () => ({ email: 'ada@elsewhere.example' }), refused],
    ['a homograph of the domain', {}, (email) => ({ email: email.replace('example', 'exаmple') }), refused],
    ['a wide letter', {}, (email) => ({ email: email.replace('example', 'ｅxample') }), refused],
    ['a homograph of the name', {}, (email) => ({ email: `а${email.slice(1)}` }), refused],
    ['two signs', {}, (email) => ({ email: `x@evil.example,${email}` }), refused],
    ['a name with a sign', {}, (email) => ({ email: `"x@evil.example"@${email.split('@')[1]}` }), refused],
  ];

  test.for(cases)(
    'decides by the domain and the vouch: %s',
    async ([, fields, change, outcome], { service }) => {
      const connection = await connected(service, upstream, fields);
      const { userId, email } = await aMember(service, connection);
      const claims = { ...aSubject(connection), email, ...change(email, connection.domain) };
      const seen = await signedInAs(service, connection, claims);
      expect(outcomeOf(seen)).toBe(outcome);
      const links = await linksOf(service, claims.sub ?? '');
      expect(links.map((link) => link.user_id)).toEqual(outcome === 'SIGNED_IN' ? [userId] : []);
      if (outcome !== refused) return;
      expect([seen.status, seen.headers.get('x-error-code')]).toEqual([403, refused]);
      expect(seen.text).toMatch(/req_[0-9a-z]{26}/);
      const made = await service.sql('select id from users where source_connection_id = $1', [connection.id]);
      expect(made).toEqual([]);
    },
  );

  test.for<['PENDING' | 'FAILED']>([['PENDING'], ['FAILED']])(
    'ends while the domain is %s, and existing links stay',
    async ([status], { service }) => {
      const connection = await connected(service, upstream);
      const linked = aSubject(connection);
      await signedInAs(service, connection, linked);
      const { email } = await aMember(service, connection);
      // A second domain routes, so that the answers can come.
      const other = aDomain();
      await verifiedDomain(service, connection.id, other);
      await service.sql('update federation_domains set status = $2 where domain = $1', [
        connection.domain,
        status,
      ]);
      const way = { ...connection, domain: other };
      expect(outcomeOf(await signedInAs(service, way, { ...aSubject(connection), email }))).toBe(refused);
      expect(outcomeOf(await signedInAs(service, way, aSubject(connection)))).toBe(refused);
      expect(outcomeOf(await signedInAs(service, way, linked))).toBe('SIGNED_IN');
    },
  );

  test('ends for a connection when its domain moves to another one', async ({ service }) => {
    const [from, to] = [await connected(service, upstream), await connected(service, upstream)];
    const { email } = await aMember(service, from);
    const gone = await away(service, from, { ...aSubject(from), email });
    await service.sql('update federation_domains set connection_id = $2 where domain = $1', [
      from.domain,
      to.id,
    ]);
    expect(outcomeOf(await gone.person.open(gone.callback))).toBe(refused);
    const seen = await signedInAs(service, { ...to, domain: from.domain }, { ...aSubject(from), email });
    expect(outcomeOf(seen)).toBe('SIGNED_IN');
  });

  test.for<[fields: ConnectionFields, isKnown: boolean, outcome: string]>([
    [{ accountLinking: 'NONE' }, true, 'EMAIL_TAKEN'],
    [{ accountLinking: 'EXPLICIT' }, true, 'EMAIL_TAKEN'],
    [{ accountLinking: 'NONE', jitProvisioning: false }, true, 'NOT_CONNECTED'],
    [{ accountLinking: 'NONE' }, false, 'SIGNED_IN'],
    [{ jitProvisioning: false }, false, 'NOT_CONNECTED'],
    [{ jitProvisioning: false }, true, 'SIGNED_IN'],
  ])('follows the settings %j of a connection', async ([fields, isKnown, outcome], { service }) => {
    const connection = await connected(service, upstream, fields);
    const claims = aSubject(connection);
    if (isKnown) {
      const { email } = await aMember(service, connection);
      claims.email = email;
    }
    expect(outcomeOf(await signedInAs(service, connection, claims))).toBe(outcome);
  });

  test('does not link a second account when the address moves to it', async ({ service }) => {
    const connection = await connected(service, upstream);
    const { userId, email } = await aMember(service, connection);
    const first = { ...aSubject(connection), email };
    await signedInAs(service, connection, first);
    const second = { ...aSubject(connection), email };
    expect(outcomeOf(await signedInAs(service, connection, second))).toBe('CONNECTED_ELSEWHERE');
    expect((await linksOf(service, first.sub ?? ''))[0]?.user_id).toBe(userId);
    expect(await linksOf(service, second.sub ?? '')).toEqual([]);
  });

  test('makes one link of eight first sign-ins in parallel', async ({ service }) => {
    const connection = await connected(service, upstream);
    const { userId, email } = await aMember(service, connection);
    const claims = { ...aSubject(connection), email };
    const gone = [];
    for (let at = 0; at < 8; at++) gone.push(await away(service, connection, claims));
    const seen = await Promise.all(gone.map(({ person, callback }) => person.open(callback)));
    expect(seen.map(outcomeOf)).toEqual(Array.from({ length: 8 }, () => 'SIGNED_IN'));
    expect((await linksOf(service, claims.sub ?? '')).map((link) => link.user_id)).toEqual([userId]);
    const told = await service.sql("select from audit_logs where action = 'user.link' and target_id = $1", [
      userId,
    ]);
    expect(told).toHaveLength(1);
  });

  test('makes an invited user active, and the invitation dies', async ({ service }) => {
    const connection = await connected(service, upstream);
    const email = `${crypto.randomUUID()}@${connection.domain}`;
    const userId = newId('usr');
    const { orgId } = service.ours;
    await service.sql(
      "insert into users (org_id, id, status, email, username) values ($1, $2, 'INVITED', $3, $3)",
      [orgId, userId, email],
    );
    await service.sql('insert into invitations (org_id, user_id, created_at) values ($1, $2, now())', [
      orgId,
      userId,
    ]);
    const seen = await signedInAs(service, connection, { ...aSubject(connection), email });
    expect(outcomeOf(seen)).toBe('SIGNED_IN');
    const { body } = await service.ours.call('getUser', { path: { userId } });
    expect(body).toMatchObject({ status: 'ACTIVE', emailVerified: true });
    expect(await service.sql('select from invitations where user_id = $1', [userId])).toEqual([]);
  });
});

describe('users who hold management scopes', () => {
  test.for<['role' | 'group']>([['role'], ['group']])(
    'are not linked by address: by a %s',
    async ([by], { service }) => {
      const { ours, origin } = service;
      const connection = await connected(service, upstream);
      const roles = by === 'role' ? ['HELPDESK'] : ['MEMBER'];
      const { userId, email } = await aMember(service, connection, { roles, password });
      if (by === 'group') {
        const body = { name: crypto.randomUUID(), scopes: ['directory.read'] };
        const { id: groupId } = (await ours.call('createGroup', { body })).body;
        await ours.call('addGroupMembers', { path: { groupId }, body: { userId } });
      }
      const claims = { ...aSubject(connection), email };
      const refusal = await signedInAs(service, connection, claims);
      expect([outcomeOf(refusal), refusal.status]).toEqual(['SIGN_IN_FIRST', 403]);
      expect(refusal.text).toContain('connect Acme on your account page');
      // They prove both, and then sign in by it.
      const person = aPerson(origin);
      await locally(service, person, { email, password });
      const account = await person.open(`/account/${ours.orgId}?section=security`);
      upstream.claims = claims;
      const led = await press(person, account, `${connection.id}/connect`);
      expect(locationOf(led).searchParams.get('login_hint')).toBeNull();
      const done = await person.open(upstream.visit(led));
      expect(done.text).toContain('The account was connected.');
      expect((await linksOf(service, claims.sub ?? ''))[0]?.user_id).toBe(userId);
      expect(outcomeOf(await signedInAs(service, connection, claims))).toBe('SIGNED_IN');
      const left = await person.send(await person.open(done.path), {}, `${connection.id}/disconnect`);
      expect(left.text).toContain('The account was disconnected.');
      expect(await linksOf(service, claims.sub ?? '')).toEqual([]);
    },
  );
});

describe('provisioning', () => {
  test('stops when the organization is full', async () => {
    const service = await startTestService({ MAX_USERS: '1' });
    try {
      const connection = await connected(service, upstream);
      expect(outcomeOf(await signedInAs(service, connection, aSubject(connection)))).toBe('SIGNED_IN');
      const second = aSubject(connection);
      expect(outcomeOf(await signedInAs(service, connection, second))).toBe('NO_ROOM');
      expect(await linksOf(service, second.sub ?? '')).toEqual([]);
    } finally {
      await service.stop();
    }
  });

  test('needs a free name, and what the attribute schema requires', async ({ service }) => {
    const connection = await connected(service, upstream, {
      attributeMapping: { 'attributes.floor': { from: ['floor'] } },
    });
    const claims = aSubject(connection);
    await aUser(service.ours, { email: 'taken@elsewhere.example', username: claims.email });
    expect(outcomeOf(await signedInAs(service, connection, claims))).toBe('EMAIL_TAKEN');
    const schema = { type: 'object', properties: { floor: { type: 'integer' } }, required: ['floor'] };
    expect((await service.ours.call('replaceAttributeSchema', { body: { schema } })).status).toBe(200);
    try {
      const wrong = aSubject(connection, { floor: 'third' });
      expect(outcomeOf(await signedInAs(service, connection, wrong))).toBe('INCOMPLETE');
      const right = aSubject(connection, { floor: 3 });
      expect(outcomeOf(await signedInAs(service, connection, right))).toBe('SIGNED_IN');
      // Later it does not keep the user out.
      const later = await signedInAs(service, connection, { ...right, floor: 'third' });
      expect(outcomeOf(later)).toBe('SIGNED_IN');
    } finally {
      await service.ours.call('replaceAttributeSchema', { body: { schema: null } });
    }
  });
});
