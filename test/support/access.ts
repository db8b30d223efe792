import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { aUser } from './builders.ts';
import type { Client } from './client.ts';
import { withoutPolicies } from './policies.ts';
import { test as base } from './service.ts';

async function idOf(client: Client, operation: 'createAccessPolicy' | 'createNamedLocation', body: object) {
  const answer = await client.call(operation, { body });
  if (answer.status !== 201) throw new Error(`${operation}: ${JSON.stringify(answer.body)}`);
  return answer.body.id as string;
}

/** Runs of one seed choose the same priorities. */
let latest = 1_000 + (Number(process.env['TEST_SEED'] ?? 0) % 4_000);

/** No two policies of a tenant have the same priority. */
export const nextPriority = (): number => (latest = latest === 10_000 ? 1_000 : latest + 1);

/** Creates an access policy that is enabled and blocks, unless `fields` say otherwise, and tells its id. */
export const anAccessPolicy = (client: Client, fields: Record<string, unknown> = {}): Promise<string> =>
  idOf(client, 'createAccessPolicy', {
    name: `access ${randomUUID()}`,
    priority: nextPriority(),
    status: 'ENABLED',
    decision: 'BLOCK',
    ...fields,
  });

/** Creates a named location, 203.0.113.0/24 unless `fields` say otherwise, and tells its id. */
export const aLocation = (client: Client, fields: Record<string, unknown> = {}): Promise<string> =>
  idOf(client, 'createNamedLocation', {
    name: `location ${randomUUID()}`,
    type: 'IP',
    ...(fields['type'] === 'COUNTRY' ? {} : { ipRanges: ['203.0.113.0/24'] }),
    ...fields,
  });

/** The ids of all access policies of the tenant, in the order in which they are asked. */
export async function allAccessPolicyIds(client: Client): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const { body } = await client.call('listAccessPolicies', { query: { limit: 100, page } });
    ids.push(...(body.data as { id: string }[]).map(({ id }) => id));
    ({ hasMore } = body.pagination as { hasMore: boolean });
  }
  return ids;
}

/** Deletes every access policy of the tenant: they would judge the tests that follow. */
export async function withoutAccessPolicies(client: Client): Promise<void> {
  const { body } = await client.call('listAccessPolicies', { query: { limit: 100 } });
  for (const { id } of body.data as { id: string }[]) {
    const { status } = await client.call('deleteAccessPolicy', {
      path: { id },
      query: { acknowledgeLockout: true },
    });
    expect(status).toBe(200);
  }
}

/** `test` with a service whose tenant `ours` has no policies when a test begins. */
export const accessTest = base.extend<{ cleaned: undefined }>({
  cleaned: [
    async ({ service }, use) => {
      await use(undefined);
      await withoutAccessPolicies(service.ours);
      await withoutPolicies(service.ours);
    },
    { auto: true },
  ],
});

/** Writes a device of a new user, as an MDM does, and tells its id. */
export async function anAccessDevice(client: Client, fields: Record<string, unknown> = {}): Promise<string> {
  const deviceId = `device-${randomUUID()}`;
  const userId = fields['userId'] ?? (await aUser(client));
  const body = { platform: 'macos', trust: 'compliant', ...fields, userId };
  const answer = await client.call('putAccessDevice', { path: { deviceId }, body });
  if (answer.status !== 200) throw new Error(`putAccessDevice: ${JSON.stringify(answer.body)}`);
  return deviceId;
}
