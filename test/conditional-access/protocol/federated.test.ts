import { afterAll, beforeAll, describe, expect } from 'vitest';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';
import { aCallerWith, aUser } from '../../support/builders.ts';
import {
  aConnection,
  aConnectionBody,
  aDomainName,
  aProvableDomain,
  domainOf,
  verifyDomain,
} from '../../support/connections.ts';
import { aGroup } from '../../support/groups.ts';
import { aPerson } from '../../support/person.ts';
import { aSamlConnection } from '../../support/saml-connections.ts';
import { aPartnerKey } from '../../support/service-providers.ts';
import { linksOf, press } from '../../support/social.ts';
import {
  aSubject,
  connected,
  locally,
  signedInAs,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

describe('a user who connects an account', () => {
  test('is judged again when the browser comes back, and connects nothing if a policy blocks by now', async ({
    service,
  }) => {
    const { ours, origin } = service;
    const connection = await connected(service, upstream, { accountLinking: 'EXPLICIT' });
    const password = 'vivid-harbor-cello-42';
    const email = `${crypto.randomUUID()}@${connection.domain}`;
    await aUser(ours, { email, password });
    const person = aPerson(origin);
    await locally(service, person, { email, password });
    const account = await person.open(`/account/${ours.orgId}?section=security`);
    const claims = aSubject(connection);
    upstream.claims = claims;
    const callback = upstream.visit(await press(person, account, `${connection.id}/connect`));
    await anAccessPolicy(ours, { conditions: { applications: { include: ['keyward:account'] } } });
    const back = await person.open(callback);
    expect([back.status, back.title]).toEqual([403, 'Sign-in blocked']);
    expect(await linksOf(service, claims.sub ?? '')).toEqual([]);
  });
});

describe('a sign-in by a connection that a policy blocks', () => {
  test('leaves no login, and its trace has the reason', async ({ service }) => {
    const { ours, sql } = service;
    const connection = await connected(service, upstream);
    await anAccessPolicy(ours, { conditions: { applications: { include: ['keyward:account'] } } });
    await signedInAs(service, connection, aSubject(connection));
    const path = { id: connection.id };
    const [trace] = (await ours.call('listConnectionTraces', { path })).body.data;
    expect(trace).toMatchObject({
      outcome: 'FAILED',
      step: 'ACCESS',
      reason: 'Conditional access refuses the user',
    });
    expect(await sql('select from login_sessions where user_id = $1', [trace.userId])).toEqual([]);
    const used = await sql('select last_login_at as at from federation_connections where id = $1', [
      connection.id,
    ]);
    expect(used).toEqual([{ at: null }]);
  });
});

describe('a group mapping of a connection', () => {
  test('that has a policy block every owner is told at the sign-in that changes the groups', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const groupId = await aGroup(ours);
    const groupMapping = [{ value: 'contractors', groupId }];
    const connection = await connected(service, upstream, { groupMapping });
    const claims = aSubject(connection, { groups: [] });
    await signedInAs(service, connection, claims);
    const [link] = await linksOf(service, claims.sub ?? '');
    const policyId = await anAccessPolicy(ours, { conditions: { groups: { include: [groupId] } } });
    const told = () =>
      sql<{ data: object }>(
        `select data from events where type = 'access.owners_blocked' and data ->> 'policyId' = $1`,
        [policyId],
      );
    // Only the groups of owners matter.
    await sql(`update users set roles = '{}' where org_id = $1`, [ours.orgId]);
    await signedInAs(service, connection, { ...claims, groups: ['contractors'] });
    expect(await told()).toEqual([]);
    await signedInAs(service, connection, claims);
    await sql(`update users set roles = '{OWNER}' where id = $1`, [link?.user_id]);
    await signedInAs(service, connection, { ...claims, groups: ['contractors'] });
    expect(await told()).toMatchObject([
      { data: { groupId, ownerIds: [link?.user_id], changedBy: { type: 'SYSTEM' } } },
    ]);
  });

  test('is told with the group that the policy names, and not with another one that has changed', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const groups = [await aGroup(ours), await aGroup(ours)].toSorted();
    const [harmless = '', blocked = ''] = groups;
    const groupMapping = groups.map((groupId) => ({ value: groupId, groupId }));
    const connection = await connected(service, upstream, { groupMapping });
    const claims = aSubject(connection, { groups: [] });
    await signedInAs(service, connection, claims);
    const [link] = await linksOf(service, claims.sub ?? '');
    await sql(`update users set roles = '{}' where org_id = $1`, [ours.orgId]);
    await sql(`update users set roles = '{OWNER}' where id = $1`, [link?.user_id]);
    await anAccessPolicy(ours, { priority: 1, conditions: { groups: { include: [blocked] } } });
    const conditions = { groups: { include: [harmless] } };
    await anAccessPolicy(ours, { decision: 'REQUIRE', requirements: ['REAUTHENTICATION'], conditions });
    await signedInAs(service, connection, { ...claims, groups });
    const told = `select data ->> 'groupId' as "groupId" from events where type = 'access.owners_blocked' and data -> 'ownerIds' @> to_jsonb($1::text)`;
    expect(await sql(told, [link?.user_id])).toEqual([{ groupId: blocked }]);
  });

  test.for([
    { decision: 'BLOCK', list: 'include', join: 201, leave: 403 },
    { decision: 'REQUIRE', list: 'exclude', join: 403, leave: 200 },
    { decision: 'ALLOW', list: 'include', join: 403, leave: 200 },
    { decision: 'ALLOW', list: 'exclude', join: 201, leave: 403 },
  ] as const)(
    'needs conditional_access.write to lift a policy: $decision, $list, join $join, leave $leave',
    async ({ decision, list, join, leave }, { service }) => {
      const { ours } = service;
      const { caller } = await aCallerWith(service, ['federation.*']);
      const groupId = await aGroup(ours);
      const other = await aGroup(ours);
      const groupMapping = [{ value: 'staff', groupId }];
      const { id } = await aConnection(ours, { groupMapping });
      const plain = await aConnection(ours);
      await anAccessPolicy(ours, {
        decision,
        requirements: decision === 'REQUIRE' ? ['MFA'] : [],
        conditions: { groups: { [list]: [groupId] } },
        acknowledgeLockout: true,
      });
      const change = (connection: string, body: object) =>
        caller.call('updateOidcConnection', { path: { id: connection }, body });
      const joining = await change(plain.id, { groupMapping });
      expect(joining.status).toBe(join === 201 ? 200 : join);
      // No user gets the old value any more, and none joins the group.
      for (const rest of [[], [{ value: 'staff', groupId: other }]])
        expect((await change(id, { groupMapping: rest })).status).toBe(leave);
      if (leave === 200) await ours.call('updateOidcConnection', { path: { id }, body: { groupMapping } });
      // Another value, or another claim, makes some users join and others leave.
      const renamed = await change(id, { groupMapping: [{ value: 'all', groupId }] });
      expect([renamed.status, renamed.body.details.required]).toEqual([403, ['conditional_access.write']]);
      expect((await change(id, { groupsClaim: 'teams' })).status).toBe(403);
      expect((await change(id, { name: 'Renamed', groupMapping })).status).toBe(200);
      const { caller: admin } = await aCallerWith(service, ['federation.*', 'conditional_access.write']);
      const path = { path: { id } };
      expect((await admin.call('updateOidcConnection', { ...path, body: { groupMapping: [] } })).status).toBe(
        200,
      );
    },
  );

  test('needs it for a new connection, too', async ({ service }) => {
    const { ours } = service;
    const groupId = await aGroup(ours);
    await anAccessPolicy(ours, { conditions: { groups: { exclude: [groupId] } }, acknowledgeLockout: true });
    const { caller } = await aCallerWith(service, ['federation.*']);
    const body = aConnectionBody({ groupMapping: [{ value: 'staff', groupId }] });
    const refused = await caller.call('createOidcConnection', { body });
    expect([refused.status, refused.body.details.required]).toEqual([403, ['conditional_access.write']]);
    expect((await ours.call('createOidcConnection', { body })).status).toBe(201);
  });

  test('needs it for each change of the trust in who vouches for users', async ({ service }) => {
    const { ours } = service;
    const { caller } = await aCallerWith(service, ['federation.*']);
    const { caller: admin } = await aCallerWith(service, ['federation.*', 'conditional_access.write']);
    const groupId = await aGroup(ours);
    const groupMapping = [{ value: 'remote', groupId }];
    const { id } = await aConnection(ours, { groupMapping });
    const saml = await aSamlConnection(ours, { groupMapping });
    const idle = [await aConnection(ours, { groupMapping }), await aConnection(ours, { groupMapping })];
    for (const { id: connection } of idle)
      await ours.call('updateConnection', { path: { id: connection }, body: { status: 'DISABLED' } });
    const domain = await aProvableDomain(ours, { groupMapping });
    await anAccessPolicy(ours, { conditions: { groups: { exclude: [groupId] } }, acknowledgeLockout: true });
    const changes: [Parameters<typeof ours.call>[0], string, object][] = [
      ['updateOidcConnection', id, { discoveryUrl: 'https://evil.invalid/.well-known/openid-configuration' }],
      ['updateOidcConnection', id, { clientSecret: 'a secret of another application' }],
      ['updateOidcConnection', id, { domains: [aDomainName()] }],
      ['updateOidcConnection', idle[0]?.id ?? '', { status: 'ACTIVE' }],
      ['updateConnection', idle[1]?.id ?? '', { status: 'ACTIVE' }],
      ['updateSamlConnection', saml.id, { certificates: [(await aPartnerKey('evil')).certificate] }],
    ];
    for (const [operation, connection, body] of changes) {
      const { status, body: answer } = await caller.call(operation, { path: { id: connection }, body });
      expect([operation, body, status, answer.code, answer.details?.required]).toEqual([
        operation,
        body,
        403,
        'INSUFFICIENT_SCOPE',
        ['conditional_access.write'],
      ]);
    }
    expect((await verifyDomain(caller, domain)).body.code).toBe('INSUFFICIENT_SCOPE');
    expect((await domainOf(ours, domain))['status']).toBe('PENDING');
    for (const body of [{ name: 'Renamed' }, { maxSessionSeconds: 3_600 }, { status: 'DISABLED' }])
      expect((await caller.call('updateOidcConnection', { path: { id }, body })).status).toBe(200);
    for (const [operation, connection, body] of changes)
      expect([body, (await admin.call(operation, { path: { id: connection }, body })).status]).toEqual([
        body,
        200,
      ]);
    expect((await verifyDomain(admin, domain)).status).toBe(200);
  });

  test('keeps the members of its groups when the connection is deleted, so that no policy is lifted', async ({
    service,
  }) => {
    const { ours } = service;
    const groupId = await aGroup(ours);
    const connection = await connected(service, upstream, { groupMapping: [{ value: 'staff', groupId }] });
    const claims = aSubject(connection, { groups: ['staff'] });
    await signedInAs(service, connection, claims);
    await anAccessPolicy(ours, { conditions: { groups: { include: [groupId] } } });
    const { caller } = await aCallerWith(service, ['federation.*']);
    expect((await caller.call('deleteConnection', { path: { id: connection.id } })).status).toBe(200);
    expect((await ours.call('getGroup', { path: { groupId } })).body.memberCount).toBe(1);
  });
});
