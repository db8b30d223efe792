// Ways in which a valid verification ends, or shows other facts.
import { expect } from 'vitest';
import type { OperationId } from '../../src/operation.ts';
import { allAccessPolicyIds, anAccessPolicy, aLocation, nextPriority } from './access.ts';
import { aCredential } from './builders.ts';
import { type Client, createClient } from './client.ts';
import { applied } from './configuration.ts';
import { anOperatorKey } from './operators.ts';
import { aPolicy } from './policies.ts';
import { report, reporting } from './secret-scanning.ts';
import type { TestService } from './service.ts';
import { age, observed } from './unused.ts';

/** A credential whose verification a cache keeps, and a client of its tenant. */
export interface Kept {
  service: TestService;
  client: Client;
  id: string;
  identityId: string;
  secret: string;
}

export interface WayToEnd {
  /** The names in the stream. */
  tells: 'credential' | 'identity' | 'all';
  /** Makes what the change needs, before a stream is open. */
  before?: (kept: Kept) => Promise<string>;
  /** @param made what `before` made */
  change: (kept: Kept, made: string) => Promise<unknown>;
}

const done = async (asked: Promise<{ status: number; body: unknown }>): Promise<void> => {
  const { status, body } = await asked;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
};
const ofCredential = (operation: OperationId, body?: object): WayToEnd => ({
  tells: 'credential',
  change: ({ client, id }) => done(client.call(operation, { path: { id }, ...(body && { body }) })),
});
const ofIdentity = (operation: OperationId, body?: object): WayToEnd => ({
  tells: 'identity',
  change: ({ client, identityId }) =>
    done(client.call(operation, { path: { id: identityId }, ...(body && { body }) })),
});
const ofOperator = (operation: OperationId, body: (name: string) => object): WayToEnd => ({
  tells: 'all',
  async change({ service, client }) {
    const operator = createClient(service.origin, (await anOperatorKey(service.sql)).secret);
    const path = { id: String(client.orgId) };
    const { name } = (await operator.call('getOrganization', { path })).body;
    await done(operator.call(operation, { path, body: body(name) }));
  },
});
/** A change of a policy, which judges no key of the tests. */
const ofPolicy = (
  make: (client: Client) => Promise<string>,
  operation: OperationId,
  parts: (id: string, client: Client) => Promise<object> | object,
): WayToEnd => ({
  tells: 'all',
  before: ({ client }) => make(client),
  change: async ({ client }, id) => done(client.call(operation, await parts(id, client))),
});

const nobody = { selector: { identityIds: [`idn_${'0'.repeat(26)}`] }, type: 'OWNER_REQUIRED' };
const anyPolicy = (client: Client) => aPolicy(client, nobody);
const machine = { clientTypes: ['machine'], identities: { include: [`idn_${'0'.repeat(26)}`] } };
const anyAccessPolicy = (client: Client) => anAccessPolicy(client, { conditions: machine });
/** A location that a policy for machines names. */
async function aNamedLocation(client: Client): Promise<string> {
  const id = await aLocation(client);
  await anAccessPolicy(client, { conditions: { ...machine, locations: { include: [id] } } });
  return id;
}
const end = new Date(Date.now() + 86_400_000).toISOString();

/** Each way by the operation, or by what else does it. Behind a colon stands a part of the operation. */
export const waysToEnd: Readonly<Record<string, WayToEnd>> = {
  'updateCredential: a scope less': ofCredential('updateCredential', { scopes: [] }),
  'updateCredential: addresses': ofCredential('updateCredential', { allowedIps: ['10.0.0.0/8'] }),
  'updateCredential: a cap': ofCredential('updateCredential', { maxUsageCount: 100 }),
  'updateCredential: an end': ofCredential('updateCredential', { expiresAt: end }),
  'updateCredential: a name': ofCredential('updateCredential', { name: 'renamed' }),
  revokeCredential: ofCredential('revokeCredential', {}),
  deleteCredential: ofCredential('deleteCredential'),
  suspendCredential: ofCredential('suspendCredential', {}),
  'rotateCredential: at once': ofCredential('rotateCredential', { gracePeriod: 0 }),
  'rotateCredential: with a grace period': ofCredential('rotateCredential', { gracePeriod: 3_600 }),
  revokeOwnCredential: {
    tells: 'credential',
    change: ({ service, secret }) => done(service.as(secret).call('revokeOwnCredential')),
  },
  rightSizeIdentity: {
    tells: 'credential',
    before: async ({ service, client, identityId }) =>
      (
        await observed({ ...service, ours: client }, identityId, ['secrets.*'], { 'secrets.read': 2 }, [
          'VERIFY',
        ])
      ).id,
    change: ({ client, identityId }) =>
      done(client.call('rightSizeIdentity', { path: { id: identityId }, body: { dryRun: false } })),
  },
  cleanUpCredentials: {
    tells: 'credential',
    before: async ({ service, id }) => {
      await age(service, id, 200);
      return id;
    },
    change: ({ client }) =>
      done(
        client.call('cleanUpCredentials', { body: { unusedForDays: 90, action: 'REVOKE', dryRun: false } }),
      ),
  },
  receiveLeakedSecrets: {
    tells: 'credential',
    change: async ({ service, secret }) =>
      expect(await reporting(() => service.origin).labels(report(secret))).toEqual(['true_positive']),
  },
  'updateIdentity: addresses': ofIdentity('updateIdentity', { allowedIps: ['10.0.0.0/8'] }),
  'updateIdentity: an end': ofIdentity('updateIdentity', { expiresAt: end }),
  'updateIdentity: a name': ofIdentity('updateIdentity', { name: 'renamed' }),
  'updateIdentity: tags': ofIdentity('updateIdentity', { tags: ['other'] }),
  suspendIdentity: ofIdentity('suspendIdentity', {}),
  revokeIdentity: ofIdentity('revokeIdentity', {}),
  deleteIdentity: ofIdentity('deleteIdentity'),
  applyConfiguration: {
    tells: 'identity',
    before: async ({ client }) => {
      const spec = { name: 'by files', type: 'CI_CD' };
      await applied(client, [{ kind: 'identity', key: 'by-files', spec }]);
      return '';
    },
    change: ({ client }) =>
      applied(client, [
        { kind: 'identity', key: 'by-files', spec: { name: 'renamed by files', type: 'CI_CD' } },
      ]),
  },
  'a credential that another identity gets': {
    tells: 'credential',
    before: async ({ client, id }) => {
      await aCredential(client, { name: 'of another identity' });
      return id;
    },
    change: ({ service, client, id, identityId }) =>
      service.sql(
        `update credentials set identity_id = (select id from identities where org_id = $1 and id <> $2 limit 1)
          where id = $3`,
        [client.orgId, identityId, id],
      ),
  },
  'a task that weighs risk': {
    tells: 'identity',
    change: ({ service, identityId }) =>
      service.sql('update identities set risk_score = 50 where id = $1', [identityId]),
  },
  createPolicy: { tells: 'all', change: ({ client }) => anyPolicy(client) },
  updatePolicy: ofPolicy(anyPolicy, 'updatePolicy', (id) => ({
    path: { id },
    body: { mode: 'REPORT_ONLY' },
  })),
  deletePolicy: ofPolicy(anyPolicy, 'deletePolicy', (id) => ({ path: { id } })),
  createAccessPolicy: { tells: 'all', change: ({ client }) => anyAccessPolicy(client) },
  updateAccessPolicy: ofPolicy(anyAccessPolicy, 'updateAccessPolicy', (id) => ({
    path: { id },
    body: { priority: nextPriority() },
  })),
  deleteAccessPolicy: ofPolicy(anyAccessPolicy, 'deleteAccessPolicy', (id) => ({
    path: { id },
    query: { acknowledgeLockout: true },
  })),
  putAccessPolicyOrder: ofPolicy(
    async (client) => {
      await anyAccessPolicy(client);
      return anyAccessPolicy(client);
    },
    'putAccessPolicyOrder',
    async (_, client) => ({
      body: { policyIds: (await allAccessPolicyIds(client)).toReversed(), acknowledgeLockout: true },
    }),
  ),
  updateNamedLocation: ofPolicy(aNamedLocation, 'updateNamedLocation', (id) => ({
    path: { id },
    body: { ipRanges: ['198.51.100.0/24'] },
  })),
  suspendOrganization: ofOperator('suspendOrganization', () => ({})),
  closeOrganization: ofOperator('closeOrganization', (confirmName) => ({ confirmName })),
};
