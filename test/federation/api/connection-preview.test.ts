import { proveAddress } from '../../support/enforcing.ts';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aCallerWith, aUser } from '../../support/builders.ts';
import { aGroup } from '../../support/groups.ts';
import { changeConnection, type ConnectionFields } from '../../support/stored-connections.ts';
import { startTestService, test, type TestService } from '../../support/service.ts';
import { linksOf } from '../../support/social.ts';
import {
  aSubject,
  type Claims,
  type Connected,
  connected,
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

const previewOf = async ({ ours }: Pick<TestService, 'ours'>, id: string, claims: Claims) => {
  const { status, body } = await ours.call('previewConnectionMapping', { path: { id }, body: { claims } });
  expect([status, body]).toEqual([200, body]);
  return body;
};

/** Reads the rows about users, to show that a preview changes none of them. */
const stored = async ({ sql }: TestService, connectionId: string) => {
  const [row] = await sql(
    `select (select count(*) from users) as users, (select count(*) from social_links) as links,
            (select count(*) from events) as events, (select count(*) from audit_logs) as audit,
            (select count(*) from federation_traces) as traces, (select count(*) from group_members) as members,
            (select last_login_at from federation_connections where id = $1) as "lastLoginAt",
            (select md5(string_agg(u::text, '' order by id)) from users u) as content`,
    [connectionId],
  );
  return row;
};

interface Scene {
  service: TestService;
  connection: Connected;
  claims: Claims & { email: string };
  /** A user who has the address, and has proved it unless the test says otherwise. */
  member: (fields?: Record<string, unknown>, isProved?: boolean) => Promise<string>;
}

const linked = async ({ service, connection, claims }: Scene) => {
  expect(outcomeOf(await signedInAs(service, connection, claims))).toBe('SIGNED_IN');
  const [link] = await linksOf(service, claims.sub ?? '');
  return link?.user_id ?? '';
};

/** Rows of the table of docs/federation.md: what a sign-in does is what the preview has said. */
type Row = [
  outcome: string,
  what: string,
  fields: ConnectionFields,
  change: Claims,
  prepare: (scene: Scene) => Promise<unknown>,
];
const none = () => Promise.resolve();
const rows: Row[] = [
  ['SIGNED_IN', 'a linked account', {}, {}, linked],
  [
    'NOT_ACTIVE',
    'a linked account whose user is suspended',
    {},
    {},
    async (scene) => {
      const userId = await linked(scene);
      await scene.service.ours.call('suspendUser', { path: { userId } });
    },
  ],
  [
    'NOT_ALLOWED',
    'a linked account that leaves the allowed groups',
    {},
    { groups: ['A'] },
    async (scene) => {
      const { service, connection, claims } = scene;
      const groupId = await aGroup(service.ours);
      await changeConnection(service, connection.id, 'allowed_groups = $2, group_mapping = $3::jsonb', [
        [groupId],
        JSON.stringify([{ value: 'A', groupId }]),
      ]);
      await linked(scene);
      claims['groups'] = ['B'];
    },
  ],
  [
    'NOT_CONNECTED',
    'neither linking nor provisioning',
    { accountLinking: 'NONE', jitProvisioning: false },
    {},
    none,
  ],
  ['DOMAIN_NOT_VERIFIED', 'a denied address', {}, { email_verified: false }, none],
  [
    'EMAIL_TAKEN',
    'an address of a user, without linking',
    { accountLinking: 'EXPLICIT' },
    {},
    ({ member }) => member(),
  ],
  [
    'NOT_ACTIVE',
    'an address of a suspended user',
    {},
    {},
    async ({ member, service }) => service.ours.call('suspendUser', { path: { userId: await member() } }),
  ],
  [
    'SIGN_IN_FIRST',
    'an address of an administrator',
    {},
    {},
    ({ member }) => member({ roles: ['HELPDESK'] }),
  ],
  [
    'PROVE_FIRST',
    'the same, with an enforced connection',
    { enforced: true },
    {},
    ({ member }) => member({ roles: ['HELPDESK'] }),
  ],
  [
    'CONNECTED_ELSEWHERE',
    'an address that has moved to another account',
    {},
    {},
    async ({ member, service, connection, claims }) => {
      await member();
      await signedInAs(service, connection, { ...claims, sub: crypto.randomUUID() });
    },
  ],
  [
    'NOT_ALLOWED',
    'an address of a user outside the allowed groups',
    {},
    {},
    async ({ member, service, connection }) => {
      await member();
      await changeConnection(service, connection.id, 'allowed_groups = $2', [[await aGroup(service.ours)]]);
    },
  ],
  ['LINKED', 'a proved address of a user', {}, {}, ({ member }) => member()],
  ['RECLAIMED', 'an address that a user has not proved', {}, {}, ({ member }) => member({}, false)],
  ['NOT_CONNECTED', 'a new user without provisioning', { jitProvisioning: false }, {}, none],
  [
    'NOT_ALLOWED',
    'a new user outside the allowed groups',
    {},
    {},
    async ({ service, connection }) =>
      changeConnection(service, connection.id, 'allowed_groups = $2', [[await aGroup(service.ours)]]),
  ],
  [
    'EMAIL_TAKEN',
    'a new user whose address is the username of another',
    {},
    {},
    ({ service, claims }) =>
      aUser(service.ours, { email: `${crypto.randomUUID()}@elsewhere.example`, username: claims.email }),
  ],
  ['CREATED', 'a new user', {}, {}, none],
  ['FEDERATION_CONN_FAILED', 'another party', {}, { azp: 'another client' }, none],
  ['CLOCK_SKEW', 'a time to come', {}, { auth_time: 4_000_000_000 }, none],
];

describe('previewConnectionMapping', () => {
  test.for(rows)('says what a sign-in does: %s for %s', async (row, { service }) => {
    const [outcome, , fields, change, prepare] = row;
    const connection = await connected(service, upstream, fields);
    const claims = { ...aSubject(connection), ...change };
    const member = async (more: Record<string, unknown> = {}, isProved = true) => {
      const userId = await aUser(service.ours, { email: claims.email, password, ...more });
      if (isProved) await proveAddress(service, userId);
      return userId;
    };
    await prepare({ service, connection, claims, member });
    const before = await stored(service, connection.id);
    const preview = await previewOf(service, connection.id, claims);
    expect(preview.refusal?.code ?? preview.outcome).toBe(outcome);
    expect(preview.outcome === 'REFUSED').toBe(preview.refusal !== null);
    expect(await stored(service, connection.id)).toEqual(before);

    const seen = await signedInAs(service, connection, claims);
    expect(outcomeOf(seen)).toBe(preview.refusal?.code ?? 'SIGNED_IN');
    if (preview.refusal) {
      const { body } = await service.ours.call('listConnectionTraces', { path: { id: connection.id } });
      expect(body.data[0]).toMatchObject({ step: preview.refusal.step });
      return;
    }
    const [link] = await linksOf(service, claims.sub ?? '');
    expect(preview.subject).toBe(claims.sub);
    expect(preview.user?.id).toBe(outcome === 'CREATED' ? undefined : link?.user_id);
  });

  test('shows why an address counts, and whether its domain is verified', async ({ service }) => {
    const connection = await connected(service, upstream);
    const standing = async (change: Claims) => {
      const { email } = await previewOf(service, connection.id, { ...aSubject(connection), ...change });
      return [email.standing, email.isVouchedFor, email.isDomainVerified];
    };
    expect(await standing({})).toEqual(['VERIFIED', true, true]);
    expect(await standing({ email_verified: undefined })).toEqual(['NOT_VOUCHED', false, true]);
    expect(await standing({ email_verified: 'false' })).toEqual(['NOT_VERIFIED', false, true]);
    expect(await standing({ xms_edov: false })).toEqual(['NOT_OWNED', false, true]);
    expect(await standing({ email: 'ada@elsewhere.example' })).toEqual(['VERIFIED', true, false]);
    expect(await standing({ email: `аda@${connection.domain}` })).toEqual(['NO_ADDRESS', false, false]);
    await changeConnection(service, connection.id, 'trust_email = true');
    expect(await standing({ email_verified: undefined })).toEqual(['TRUSTED', true, true]);
    await changeConnection(service, connection.id, "issuer = 'https://accounts.google.com'");
    expect(await standing({ hd: 'elsewhere.example' })).toEqual(['NOT_HOSTED', false, true]);
  });

  test('shows the fields and the groups that the user then has', async ({ service }) => {
    const { ours } = service;
    const [a, b, c] = [await aGroup(ours), await aGroup(ours), await aGroup(ours)];
    const connection = await connected(service, upstream, {
      attributeMapping: {
        department: { from: ['team'], lowerCase: true },
        'attributes.floor': { from: ['office.floor'] },
        'attributes.tags': { constant: 'x' },
      },
      groupMapping: ['A', 'B', 'C'].map((value, at) => ({ value, groupId: [a, b, c][at] ?? '' })),
      allowedGroups: [b],
    });
    const claims = aSubject(connection, { team: 'ENGINES', office: { floor: 3 }, groups: ['A', 'B'] });
    const created = await previewOf(service, connection.id, claims);
    const given = [
      { field: 'department', value: 'engines' },
      { field: 'attributes.floor', value: 3 },
      { field: 'attributes.tags', value: 'x' },
    ];
    expect(created.fields).toEqual(
      expect.arrayContaining([...given, { field: 'displayName', value: 'Ada Lovelace' }]),
    );
    expect(created.fields).toHaveLength(4);
    const changes = (preview: typeof created) =>
      Object.fromEntries(
        preview.groups.map((group: { id: string; change: string }) => [group.id, group.change]),
      );
    expect([changes(created), created.isAllowed, created.unwritten]).toEqual([
      { [a]: 'JOINS', [b]: 'JOINS' },
      true,
      null,
    ]);
    await signedInAs(service, connection, claims);
    const later = await previewOf(service, connection.id, { ...claims, groups: ['B', 'C'] });
    expect(later.fields).toEqual(expect.arrayContaining(given));
    expect(later.fields).toHaveLength(3);
    expect([changes(later), later.isAllowed]).toEqual([{ [a]: 'LEAVES', [b]: 'STAYS', [c]: 'JOINS' }, true]);
    const out = await previewOf(service, connection.id, { ...claims, groups: [] });
    expect([changes(out), out.isAllowed, out.refusal?.code]).toEqual([
      { [a]: 'LEAVES', [b]: 'LEAVES' },
      false,
      'NOT_ALLOWED',
    ]);
  });

  test('shows first and last name as the display name of a new user whose identity provider sends none', async ({
    service,
  }) => {
    const connection = await connected(service, upstream);
    const fieldsOf = async (claims: Record<string, unknown>) =>
      (await previewOf(service, connection.id, aSubject(connection, { name: undefined, ...claims }))).fields;
    const both = { given_name: ' Ada', family_name: 'Lovelace ' };
    expect(await fieldsOf(both)).toEqual(
      expect.arrayContaining([{ field: 'displayName', value: 'Ada Lovelace' }]),
    );
    const names = async (claims: Record<string, unknown>) =>
      (await fieldsOf(claims)).filter(({ field }: { field: string }) => field === 'displayName');
    expect(await names({ ...both, name: 'Countess' })).toEqual([{ field: 'displayName', value: 'Countess' }]);
    expect(await names({ given_name: 'Ada' })).toEqual([]);
    expect(await names({ ...both, family_name: 'x'.repeat(255) })).toEqual([]);
  });

  test('says what is not written: fields of a directory, and attributes that break the schema', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const connection = await connected(service, upstream, {
      attributeMapping: { 'attributes.floor': { from: ['floor'] } },
    });
    const claims = aSubject(connection, { floor: 'third' });
    await signedInAs(service, connection, claims);
    const unwritten = async () => (await previewOf(service, connection.id, claims)).unwritten;
    expect(await unwritten()).toBeNull();
    const schema = { type: 'object', properties: { floor: { type: 'integer' } } };
    expect((await ours.call('replaceAttributeSchema', { body: { schema } })).status).toBe(200);
    try {
      expect(await unwritten()).toBe('ATTRIBUTES');
      const stranger = { ...aSubject(connection), floor: 'third' };
      expect((await previewOf(service, connection.id, stranger)).refusal?.code).toBe('INCOMPLETE');
    } finally {
      await ours.call('replaceAttributeSchema', { body: { schema: null } });
    }
    await sql("update users set source = 'SCIM' where email = $1", [claims.email]);
    expect(await unwritten()).toBe('DIRECTORY');
  });

  test('works while the connection is DISABLED', async ({ service }) => {
    const connection = await connected(service, upstream, { status: 'DISABLED' });
    expect((await previewOf(service, connection.id, aSubject(connection))).outcome).toBe('CREATED');
  });

  test('says when the organization is full', async () => {
    const service = await startTestService({ MAX_USERS: '1' });
    try {
      const connection = await connected(service, upstream);
      expect(outcomeOf(await signedInAs(service, connection, aSubject(connection)))).toBe('SIGNED_IN');
      const { refusal } = await previewOf(service, connection.id, aSubject(connection));
      expect(refusal).toMatchObject({ code: 'NO_ROOM', step: 'PROVISIONING' });
    } finally {
      await service.stop();
    }
  });

  test('takes claims that no identity provider sends', async ({ service }) => {
    const connection = await connected(service, upstream, {
      attributeMapping: { title: { from: ['__proto__', 'constructor', 'title'] } },
      groupMapping: [{ value: 'A', groupId: await aGroup(service.ours) }],
    });
    for (const claims of [
      {},
      { sub: 5 },
      { sub: '' },
      { sub: 'x', email: { a: 1 }, groups: { A: true }, title: [['x']] },
      { sub: 'x'.repeat(256) },
      JSON.parse('{"sub":"x","__proto__":{"email":"a@b.example"}}'),
    ]) {
      const preview = await previewOf(service, connection.id, claims);
      expect(preview.outcome).toBe('REFUSED');
      expect(preview.email.address).toBeNull();
    }
  });

  test('needs directory.read, and groups.read where it shows groups', async ({ service }) => {
    const connection = await connected(service, upstream);
    const asked = { path: { id: connection.id }, body: { claims: aSubject(connection) } };
    const statusWith = async (scopes: string[]) => {
      const { caller } = await aCallerWith(service, scopes);
      const { status, body } = await caller.call('previewConnectionMapping', asked);
      return status === 200 ? 200 : [status, body.details?.required];
    };
    expect(await statusWith(['federation.read'])).toEqual([403, ['directory.read']]);
    expect(await statusWith(['directory.read'])).toEqual([403, ['federation.read']]);
    expect(await statusWith(['federation.read', 'directory.read'])).toBe(200);
    await changeConnection(service, connection.id, "allowed_groups = '{}'");
    expect(await statusWith(['federation.read', 'directory.read'])).toEqual([403, ['groups.read']]);
    expect(await statusWith(['federation.read', 'directory.read', 'groups.read'])).toBe(200);
  });

  test('shows no tenant the connections of another', async ({ service }) => {
    const connection = await connected(service, upstream);
    const asked = { path: { id: connection.id }, body: { claims: {} } };
    expect((await service.theirs.call('previewConnectionMapping', asked)).status).toBe(404);
  });
});
