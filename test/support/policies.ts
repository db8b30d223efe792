import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Client } from './client.ts';

/** Creates a policy that is enforced and denies, under a name of its own, and tells its id. */
export async function aPolicy(client: Client, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await client.call('createPolicy', {
    body: { name: `policy ${randomUUID()}`, mode: 'ENFORCE', ...fields },
  });
  if (status !== 201) throw new Error(`no policy: ${JSON.stringify(body)}`);
  return body.id;
}

/** Deletes every policy of the tenant, so that the next test has none. */
export async function withoutPolicies(client: Client): Promise<void> {
  const { body } = await client.call('listPolicies', { query: { limit: 100 } });
  for (const { id } of body.data as { id: string }[]) {
    const { status } = await client.call('deletePolicy', { path: { id } });
    expect(status).toBe(200);
  }
}
