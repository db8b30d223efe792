import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCallerWith, aCredential, aUser, verify } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { holding, waiting } from '../../support/held-rows.ts';
import { testMasterKey } from '../../support/master-key.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { poolOf } from '../../support/pool.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { steadyLoad } from '../../support/steady-load.ts';
import { createWebhook } from '../../support/webhooks.ts';
import { isClientSecret } from '../../../src/oidc/client-secret.ts';
import { findOidcClient } from '../../../src/oidc/sql/oidc-clients.ts';
import type { OperationId } from '../../../src/operation.ts';
import { createVault } from '../../../src/platform/vault.ts';
import { hashOfTypedCode } from '../../../src/users/factors/protocol/typed-code.ts';
import { webhookSecretPurpose } from '../../../src/webhooks/webhook-requests.ts';

/** How many rotations a tenant runs on one node at once. The others wait in the node. */
const running = 3;
const env = { DATABASE_POOL_SIZE: String(running * 3), RATE_LIMIT_PER_MINUTE: '10000' };

let service: TestService;
let node: Awaited<ReturnType<TestService['startNode']>>;
beforeAll(async () => {
  service = await startTestService(env);
  node = await service.startNode();
});
afterAll(async () => {
  await node.stop();
  await service.stop();
});

/** A thing that rotations replace. */
interface Case {
  operation: OperationId;
  success: number;
  conflict: string;
  /** Rotations at once. */
  rotations: number;
  /** Makes one, and says how to ask for its rotation and what a rotation locks. */
  make: () => Promise<{
    request: { path?: Record<string, string>; body?: unknown };
    locks: [table: string, id: string];
    /** Tells whether what a rotation gave out works. */
    works: (body: Record<string, unknown>) => Promise<boolean>;
  }>;
}

const orgId = (): string => service.organizations.ours.live.orgId;

/** A node makes one key of a tenant at a time, and a call waits ten seconds for its turn. So a test asks for four keys, and one waits in the node. */
const keysOf = (use: string): Case => ({
  operation: 'rotateSigningKeys',
  success: 200,
  conflict: 'KEY_STATE_CONFLICT',
  rotations: 4,
  async make() {
    return {
      request: { body: { use, emergency: true } },
      locks: ['tenants', orgId()],
      async works({ data }) {
        const { body } = await service.ours.call('listSigningKeys', { query: { use } });
        return JSON.stringify(body.data) === JSON.stringify(data);
      },
    };
  },
});

const cases: Record<string, Case> = {
  'a credential': {
    operation: 'rotateCredential',
    success: 200,
    conflict: 'CREDENTIAL_STATE_CONFLICT',
    rotations: 12,
    async make() {
      const { id } = await aCredential(service.ours);
      return {
        request: { path: { id } },
        locks: ['credentials', id],
        works: async ({ credential }) => (await verify(service.ours, String(credential))).valid === true,
      };
    },
  },
  'a client': {
    operation: 'rotateOidcClientSecret',
    success: 200,
    conflict: 'OIDC_CLIENT_STATE_CONFLICT',
    rotations: 12,
    async make() {
      const { clientId } = await anOidcClient(service.ours);
      return {
        request: { path: { clientId } },
        locks: ['oidc_clients', clientId],
        async works({ clientSecret }) {
          const pool = poolOf(service);
          const row = await findOidcClient(pool, orgId(), clientId);
          await pool.end();
          return row !== undefined && isClientSecret(row, String(clientSecret));
        },
      };
    },
  },
  'a webhook': {
    operation: 'rotateWebhookSecret',
    success: 200,
    conflict: 'WEBHOOK_STATE_CONFLICT',
    rotations: 12,
    async make() {
      const { id } = await createWebhook(service.ours);
      const vault = createVault([Buffer.from(testMasterKey, 'base64')]);
      return {
        request: { path: { id } },
        locks: ['webhooks', id],
        async works({ signingSecret }) {
          const [row] = await service.sql<{ secret: Buffer }>('select secret from webhooks where id = $1', [
            id,
          ]);
          return (
            row !== undefined && vault.open(row.secret, orgId(), webhookSecretPurpose(id)) === signingSecret
          );
        },
      };
    },
  },
  'an access pass': {
    operation: 'createAccessPass',
    success: 201,
    conflict: 'USER_STATE_CONFLICT',
    rotations: 12,
    async make() {
      const userId = await aUser(service.ours);
      return {
        request: { path: { userId }, body: {} },
        locks: ['users', userId],
        async works({ accessPass }) {
          const rows = await service.sql('select from access_passes where user_id = $1 and code_hash = $2', [
            userId,
            hashOfTypedCode(String(accessPass)),
          ]);
          return rows.length === 1;
        },
      };
    },
  },
  'signing keys in an emergency': keysOf('OIDC'),
  'SAML keys in an emergency': keysOf('SAML'),
  'encryption keys in an emergency': keysOf('SAML_ENCRYPTION'),
};

/**
 * Sends rotations that all wait, for a row or in their node, and lets them go on.
 * @returns the answers, those that succeeded first
 */
async function rotateAtOnce({ operation, make, rotations }: Case, origins: readonly string[]) {
  const { request, locks, works } = await make();
  const { caller, id: callerId } = await aCallerWith(service, ['*']);
  const release = await holding(service, `select from ${locks[0]} where id = $1 for update`, [locks[1]]);
  const callers = origins.map((origin) => createClient(origin, caller.key));
  const sent = Array.from({ length: rotations }, (_, at) =>
    (callers[at % callers.length] ?? caller).call(operation, request),
  );
  await expect
    .poll(async () => {
      const [row] = await service.sql<{ count: number }>(
        'select window_count as count from credentials where id = $1',
        [callerId],
      );
      return row?.count;
    })
    .toBe(rotations);
  await waiting(service, Math.min(running * origins.length, rotations));
  await release();
  const answers = (await Promise.all(sent)).toSorted((a, b) => a.status - b.status);
  return { answers, works };
}

const oneWins = async (one: Case, origins: readonly string[]): Promise<void> => {
  const { answers, works } = await rotateAtOnce(one, origins);
  const [winner, ...others] = answers;
  expect(winner?.status).toBe(one.success);
  expect(others.map(({ status, body }) => [status, body.code, body.details])).toEqual(
    others.map(() => [
      409,
      one.conflict,
      { reason: 'another request changed the resource at the same time; read it again and retry' },
    ]),
  );
  expect(await works(winner?.body)).toBe(true);
};

describe.each(Object.entries(cases))('rotations of %s at once', (_name, one) => {
  test('let one succeed on one node, and what it gives out works', () => oneWins(one, [service.origin]));

  test('let one succeed on two nodes under load, and what it gives out works', async () => {
    const { secret } = await aCredential(service.ours);
    const load = steadyLoad({ 'a verification': async () => void (await verify(service.ours, secret)) });
    await oneWins(one, [service.origin, node.origin]);
    await load.end();
    expect(load.failures).toEqual([]);
  });

  test('one after the other, all succeed', async () => {
    const { request, works } = await one.make();
    for (const _ of [1, 2]) {
      const { status, body } = await service.ours.call(one.operation, request);
      expect([status, await works(body)]).toEqual([one.success, true]);
    }
  });
});

test('a change of a credential that runs beside its rotation is kept', async () => {
  const { id } = await aCredential(service.ours);
  const release = await holding(service, 'select from credentials where id = $1 for update', [id]);
  const changing = service.ours.call('updateCredential', { path: { id }, body: { name: 'new name' } });
  await waiting(service, 1);
  const rotating = service.ours.call('rotateCredential', { path: { id } });
  await waiting(service, 2);
  await release();
  expect([(await changing).status, (await rotating).status]).toEqual([200, 200]);
  const { body } = await service.ours.call('getCredential', { path: { id } });
  expect(body).toMatchObject({ name: 'new name', lastRotatedAt: expect.any(String) });
});
