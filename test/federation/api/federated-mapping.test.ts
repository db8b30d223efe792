import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aScimToken } from '../../support/builders.ts';
import { changeConnection } from '../../support/stored-connections.ts';
import { test, type TestService } from '../../support/service.ts';
import { linksOf } from '../../support/social.ts';
import {
  aSubject,
  type Claims,
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

const userOf = async (service: TestService, { sub }: Claims) => {
  const [link] = await linksOf(service, sub ?? '');
  return (await service.ours.call('getUser', { path: { userId: link?.user_id ?? '' } })).body;
};

const aGroup = async ({ ours }: TestService): Promise<string> =>
  (await ours.call('createGroup', { body: { name: crypto.randomUUID() } })).body.id;

const updatesOf = ({ sql }: TestService, userId: string) =>
  sql<{ updatedBy: unknown; changes: unknown }>(
    `select data -> 'updatedBy' as "updatedBy", data -> 'changes' as changes from events
      where type = 'user.updated' and data ->> 'userId' = $1 order by created_at, id`,
    [userId],
  );

describe('attributeMapping', () => {
  test('sets the fields of a user at each sign-in, and tells what changed', async ({ service }) => {
    const connection = await connected(service, upstream, {
      attributeMapping: {
        department: { from: ['team', 'department'], lowerCase: true },
        title: { constant: 'Engineer' },
        phoneNumber: { from: ['phone_number'] },
        'attributes.floor': { from: ['office.floor'] },
      },
    });
    const claims = aSubject(connection, { department: 'ENGINES', office: { floor: 3 }, roles: ['OWNER'] });
    await signedInAs(service, connection, claims);
    const user = await userOf(service, claims);
    expect(user).toMatchObject({
      department: 'engines',
      title: 'Engineer',
      displayName: 'Ada Lovelace',
      attributes: { floor: 3 },
      roles: ['MEMBER'],
    });
    expect(await updatesOf(service, user.id)).toEqual([]);
    await signedInAs(service, connection, claims);
    expect(await updatesOf(service, user.id)).toEqual([]);
    await service.ours.call('updateUser', {
      path: { userId: user.id },
      body: { attributes: { desk: 'b' }, phoneNumber: '+44 20 7946 0000', phoneNumberVerified: true },
    });
    // A claim without a value changes nothing. The name is that of the user, not of the mapping.
    const later = {
      ...claims,
      department: undefined,
      name: 'Other',
      office: { floor: 4 },
      phone_number: '+44 1',
    };
    expect(outcomeOf(await signedInAs(service, connection, later))).toBe('SIGNED_IN');
    expect(await userOf(service, claims)).toMatchObject({
      department: 'engines',
      displayName: 'Ada Lovelace',
      phoneNumber: '+44 1',
      phoneNumberVerified: false,
      attributes: { floor: 4, desk: 'b' },
    });
    const updates = await updatesOf(service, user.id);
    expect(updates.at(-1)).toEqual({
      updatedBy: { type: 'SYSTEM', id: null, name: null },
      changes: [
        { field: 'phoneNumber', from: '+44 20 7946 0000', to: '+44 1' },
        { field: 'attributes', from: { desk: 'b', floor: 3 }, to: { desk: 'b', floor: 4 } },
        { field: 'phoneNumberVerified', from: true, to: false },
      ],
    });
    const [row] = await service.sql<{ reason: string }>(
      `select p.content::jsonb ->> 'reason' as reason from audit_logs a join audit_personal p on p.audit_id = a.id
        where a.action = 'user.update' and a.target_id = $1 order by a.created_at desc limit 1`,
      [user.id],
    );
    expect(row?.reason).toBe(`Signed in by Acme (${connection.id})`);
  });

  test('takes from UserInfo what the ID token lacks, and never what the token alone may say', async ({
    service,
  }) => {
    const connection = await connected(service, upstream, {
      trustMfa: true,
      attributeMapping: { department: { from: ['department'] }, title: { from: ['title'] } },
    });
    const { name: _, ...claims } = aSubject(connection, { department: 'of the token' });
    upstream.userInfo = {
      name: 'Ada Lovelace',
      department: 'of UserInfo',
      title: 'Countess',
      amr: ['mfa'],
      sid: 'forged',
      auth_time: 1,
    };
    await signedInAs(service, connection, claims);
    upstream.userInfo = undefined;
    const user = await userOf(service, claims);
    expect(user).toMatchObject({
      displayName: 'Ada Lovelace',
      department: 'of the token',
      title: 'Countess',
    });
    const [login] = await service.sql('select amr, upstream_session from login_sessions where user_id = $1', [
      user.id,
    ]);
    expect(login).toEqual({ amr: ['fed'], upstream_session: null });
  });

  test.for<[userInfo: Record<string, unknown>, outcome: string]>([
    [{ email: 'mallory@evil.example', email_verified: true }, 'DOMAIN_NOT_VERIFIED'],
    [{ email_verified: true }, 'DOMAIN_NOT_VERIFIED'],
    [{ sub: 'another', email_verified: true }, 'FEDERATION_CONN_FAILED'],
  ])('takes no vouch of UserInfo for another address: %j', async ([userInfo, outcome], { service }) => {
    const connection = await connected(service, upstream);
    upstream.userInfo = userInfo;
    const seen = await signedInAs(service, connection, aSubject(connection, { email_verified: undefined }));
    upstream.userInfo = undefined;
    expect(outcomeOf(seen)).toBe(outcome);
  });

  test('leaves the fields of users of SCIM', async ({ service }) => {
    const connection = await connected(service, upstream, {
      attributeMapping: { title: { constant: 'Of the identity provider' } },
    });
    const { token } = await aScimToken(service.ours);
    const claims = aSubject(connection);
    const { body } = await service.as(token).call('createScimUser', {
      path: { orgId: service.ours.orgId ?? '' },
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: claims.email,
        title: 'Of SCIM',
        emails: [{ value: claims.email, primary: true }],
      },
      headers: { 'content-type': 'application/scim+json' },
    });
    expect(outcomeOf(await signedInAs(service, connection, claims))).toBe('SIGNED_IN');
    expect(await userOf(service, claims)).toMatchObject({ id: body.id, source: 'SCIM', title: 'Of SCIM' });
  });
});

describe('groupMapping', () => {
  const membersOf = ({ sql }: TestService, groupId: string) =>
    sql<{ user_id: string; source: string; member_count: number }>(
      `select m.user_id, m.source, g.member_count from groups g left join group_members m
           on m.org_id = g.org_id and m.group_id = g.id where g.id = $1`,
      [groupId],
    );
  const empty = [{ user_id: null, source: null, member_count: 0 }];

  test('makes members join and leave, and touches no membership of another source', async ({ service }) => {
    const { ours, sql } = service;
    const [a, b, local] = [await aGroup(service), await aGroup(service), await aGroup(service)];
    const scim = await aGroup(service);
    await sql("update groups set source = 'SCIM' where id = $1", [scim]);
    const gone = await aGroup(service);
    const connection = await connected(service, upstream, {
      groupsClaim: 'realm.groups',
      groupMapping: [
        { value: 'A', groupId: a },
        { value: 'B', groupId: b },
        { value: 'B', groupId: scim },
        { value: 'A', groupId: gone },
        { value: 'L', groupId: local },
      ],
    });
    await ours.call('deleteGroup', { path: { groupId: gone } });
    const claims = aSubject(connection, { realm: { groups: ['A', 'a', 'B', 'unknown'] } });
    await signedInAs(service, connection, claims);
    const { id: userId } = await userOf(service, claims);
    const joined = [{ user_id: userId, source: 'FEDERATION', member_count: 1 }];
    expect([await membersOf(service, a), await membersOf(service, b)]).toEqual([joined, joined]);
    expect(await membersOf(service, scim)).toEqual(empty);
    await ours.call('addGroupMembers', { path: { groupId: local }, body: { userId } });
    // Entra ID leaves the groups out if there are too many.
    await signedInAs(service, connection, { ...claims, realm: {}, _claim_names: { 'realm.groups': 'x' } });
    expect(await membersOf(service, a)).toEqual(joined);
    await signedInAs(service, connection, { ...claims, realm: { groups: 'B' } });
    expect(await membersOf(service, a)).toEqual(empty);
    expect(await membersOf(service, b)).toEqual(joined);
    expect(await membersOf(service, local)).toEqual([{ user_id: userId, source: 'LOCAL', member_count: 1 }]);
    await signedInAs(service, connection, { ...claims, realm: undefined });
    expect(await membersOf(service, b)).toEqual(empty);
    const events = await sql<{ type: string; id: string }>(
      `select type, data ->> 'groupId' as id from events
        where type like 'group.member_%' and data ->> 'userId' = $1 and data ->> 'groupId' <> $2 order by created_at, type`,
      [userId, local],
    );
    expect(events.map(({ type, id }) => [type, id === a ? 'a' : 'b'])).toEqual([
      ['group.member_added', 'a'],
      ['group.member_added', 'b'],
      ['group.member_removed', 'a'],
      ['group.member_removed', 'b'],
    ]);
    const audited = await sql<{ action: string }>(
      "select action from audit_logs where target_id = $1 and action <> 'group.create' order by created_at, id",
      [a],
    );
    expect(audited.map(({ action }) => action)).toEqual(['group.add_members', 'group.remove_member']);
  });

  test('decides with allowedGroups who may sign in, before anything is created or linked', async ({
    service,
  }) => {
    const group = await aGroup(service);
    const connection = await connected(service, upstream, {
      groupMapping: [{ value: 'A', groupId: group }],
      allowedGroups: [group],
    });
    const claims = aSubject(connection, { groups: ['A'] });
    const outcome = async (groups: string[], who = claims) =>
      outcomeOf(await signedInAs(service, connection, { ...who, groups }));
    const outsider = aSubject(connection);
    expect(await outcome(['B'], outsider)).toBe('NOT_ALLOWED');
    expect(await service.sql('select from users where email = $1', [outsider.email])).toEqual([]);
    await service.ours.call('createUser', { body: { email: outsider.email, sendInvite: false } });
    expect(await outcome(['B'], outsider)).toBe('NOT_ALLOWED');
    expect(await linksOf(service, outsider.sub ?? '')).toEqual([]);
    expect(await outcome(['A'])).toBe('SIGNED_IN');
    expect(await outcome(['B'])).toBe('NOT_ALLOWED');
    expect(await membersOf(service, group)).toEqual(empty);
    await changeConnection(service, connection.id, 'allowed_groups = null');
    expect(await outcome(['B'])).toBe('SIGNED_IN');
  });
});
