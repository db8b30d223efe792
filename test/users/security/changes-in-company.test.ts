import { describe, expect } from 'vitest';
import type { Schema } from '../../../src/lib/contract.ts';
import type { OperationId } from '../../../src/operation.ts';
import { aCallerWith, aCredential, anIdentity, aUser, verify } from '../../support/builders.ts';
import { aConnection, aDomainName } from '../../support/connections.ts';
import { aGroup } from '../../support/groups.ts';
import { anOidcScope } from '../../support/oidc-clients.ts';
import { aPolicy } from '../../support/policies.ts';
import { test, type TestService } from '../../support/service.ts';
import { drawn } from '../../support/thorough.ts';
import { anEmail } from '../../support/users.ts';
import { createWebhook } from '../../support/webhooks.ts';
import { type Case, cases, exampleBody, pathFor, reader } from '../../contract/enumerate.ts';

// security.md 7: "Refused alone, allowed in company". A field that a key may not change must not become changeable
// because another field is sent with it.

interface Target {
  /** A resource that can do more than the caller, so that fields which need rights are refused. */
  path: (service: TestService) => Promise<Record<string, string>>;
  /** Values of fields beside those of the contract's example: the ones that give, take, and take all. */
  values: () => Record<string, unknown[]>;
  /** The scopes of the caller beside the permission of the operation. */
  holds?: string[];
  /** Fields that must be among those refused, so that the matrix is known to try something. */
  refused: string[];
}

/** Pairs of fields of one operation; the night has all. */
const pairsInGate = 40;

const soon = () => new Date(Date.now() + 3_600_000).toISOString();

const targets: Partial<Record<OperationId, Target>> = {
  updateCredential: {
    async path({ ours }) {
      const { id, secret } = await aCredential(ours, { scopes: ['*'], maxUsageCount: 9 });
      await verify(ours, secret);
      return { id };
    },
    values: () => ({
      scopes: [[], ['*'], ['a.b']],
      expiresAt: [soon(), null],
      maxUsageCount: [1, null],
      allowedIps: [[], ['203.0.113.0/24'], null],
      rateLimitPerMinute: [1, null],
    }),
    refused: ['scopes', 'expiresAt', 'maxUsageCount', 'allowedIps', 'rateLimitPerMinute'],
  },
  updateIdentity: {
    async path({ ours }) {
      const rule = { issuer: 'https://issuer.example', audience: 'keyward', subject: 'me' };
      const fields = { tags: ['prod'], allowedScopes: ['*'], federatedSubjects: [rule] };
      const { identityId: id } = await aCredential(ours, {
        identityId: await anIdentity(ours, fields),
        scopes: ['*'],
      });
      return { id };
    },
    values: () => ({
      tags: [[], ['test']],
      allowedScopes: [['org.write'], ['a.b']],
      expiresAt: [soon(), null],
      allowedIps: [[], null],
      federatedSubjects: [[], [{ issuer: 'https://evil.example', audience: 'keyward', subject: 'me' }]],
    }),
    refused: ['allowedScopes', 'allowedIps', 'expiresAt', 'federatedSubjects'],
  },
  updatePolicy: {
    path: async ({ ours }) => ({
      id: await aPolicy(ours, {
        type: 'ROTATION_AGE',
        parameters: { maxAgeDays: 90 },
        mode: 'REPORT_ONLY',
        actions: ['REVOKE'],
      }),
    }),
    values: () => ({ mode: ['ENFORCE', 'DISABLED'], actions: [['ALERT'], ['REVOKE']] }),
    refused: ['mode'],
  },
  updateUser: {
    path: async ({ ours }) => ({ userId: await aUser(ours, { roles: ['OWNER'] }) }),
    values: () => ({
      email: [anEmail()],
      username: [anEmail()],
      roles: [['MEMBER'], ['OWNER']],
      password: ['correct horse 7 Battery staple!'],
      expiresAt: [soon(), null],
      managerId: [null],
      attributes: [{}],
    }),
    refused: ['email', 'username', 'roles', 'password', 'expiresAt'],
  },
  updateGroup: {
    path: async ({ ours }) => ({ groupId: await aGroup(ours, { scopes: ['*'] }) }),
    values: () => ({ scopes: [[], ['org.write']] }),
    refused: ['scopes'],
  },
  updateWebhook: {
    path: async ({ ours }) => ({ id: (await createWebhook(ours, { events: ['user.created'] })).id }),
    values: () => ({ url: ['https://evil.example/'], events: [['identity.created'], ['*']] }),
    holds: ['identities.read'],
    refused: ['url', 'events'],
  },
  updateConnection: {
    path: async (service) => ({ id: await aReachingConnection(service) }),
    values: () => ({ status: ['ACTIVE', 'DISABLED'], revokeSessions: [true, false] }),
    refused: ['status'],
  },
  updateOidcConnection: {
    path: async (service) => ({ id: await aReachingConnection(service) }),
    values: () => ({
      name: ['Other'],
      trustEmail: [true],
      status: ['ACTIVE', 'DISABLED'],
      discoveryUrl: ['https://evil.invalid', null],
      tokenEndpointAuthMethod: ['client_secret_post', 'none'],
      domains: [[], [aDomainName()]],
      groupMapping: [[]],
      allowedGroups: [[], null],
      enforced: [false],
      maxSessionSeconds: [300, null],
    }),
    refused: [
      'name',
      'status',
      'discoveryUrl',
      'clientId',
      'clientSecret',
      'domains',
      'accountLinking',
      'trustEmail',
      'trustMfa',
      'attributeMapping',
      'groupMapping',
      'allowedGroups',
    ],
  },
  updateOidcScope: {
    path: async ({ ours }) => ({
      scopeId: (await anOidcScope(ours, { claims: [{ claim: 'team', source: 'department' }] })).id,
    }),
    values: () => ({ claims: [[], [{ claim: 'dept', source: 'title' }]] }),
    refused: ['claims'],
  },
};

/** A connection whose users become members of a group that carries every right. */
async function aReachingConnection({ ours }: TestService): Promise<string> {
  const groupId = await aGroup(ours, { scopes: ['*'] });
  return (await aConnection(ours, { groupMapping: [{ value: 'staff', groupId }] })).id;
}

const isChange = ({ method, errors, permission, body }: Case) =>
  (method === 'PATCH' || method === 'PUT') && errors !== 'scim' && permission !== null && body !== undefined;
const changes = cases.filter(isChange);

/** Every field of the body, each with the values to try. */
function fieldsOf(operation: Case, extra: Record<string, unknown[]>): [field: string, value: unknown][] {
  const example = exampleBody(operation) ?? {};
  return propertiesOf(operation.body?.content?.['application/json']?.schema ?? {}).flatMap(
    ([name, schema]) => {
      const values = extra[name] ?? [example[name] ?? reader.example(schema)];
      return values.flatMap((value): [string, unknown][] => (value === undefined ? [] : [[name, value]]));
    },
  );
}

function propertiesOf(node: Schema): [name: string, schema: Schema][] {
  const { properties = {}, allOf = [] } = reader.follow(node);
  return [...Object.entries(properties), ...allOf.flatMap(propertiesOf)];
}

for (const operation of changes) {
  const { id, permission } = operation;
  const target = targets[id];
  // Each pair of fields is a request. An operation with many fields takes seconds, and more on a busy machine.
  describe(id, { timeout: 60_000 }, () => {
    test('refuses in company what it refuses alone', async ({ service }) => {
      const { caller } = await aCallerWith(service, [permission ?? '', ...(target?.holds ?? [])]);
      const fresh = () => (target ? target.path(service) : pathFor(operation, service.ours));
      const fields = fieldsOf(operation, target?.values() ?? {});
      expect(fields.length).toBeGreaterThan(0);
      const refused: [string, unknown][] = [];
      for (const [field, value] of fields) {
        // An allowed field may remove the reason to refuse another field, so each field gets a fresh target.
        const { status } = await caller.call(id, { path: await fresh(), body: { [field]: value } });
        if (status === 403) refused.push([field, value]);
      }
      expect([...new Set(refused.map(([field]) => field))]).toEqual(
        expect.arrayContaining(target?.refused ?? []),
      );
      const path = await fresh();
      const pairs = refused.flatMap(([field, value]) =>
        fields
          .filter(([name]) => name !== field)
          .map(([other, with_]) => ({ [other]: with_, [field]: value })),
      );
      for (const body of drawn(pairs, pairsInGate, id)) {
        const { status } = await caller.call(id, { path, body });
        expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
      }
    });
  });
}
