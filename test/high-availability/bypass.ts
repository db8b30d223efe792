// A node whose connections lead to the old primary, past HAProxy, while the Patroni of this primary is frozen.
import { expect } from 'vitest';
import { aCredential } from '../support/builders.ts';
import { type Client, createClient } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { service } from '../support/process.ts';
import type { Load } from './load.ts';

/**
 * Starts such a node, and makes a credential and a token.
 * @param client of a node that follows the primary
 * @returns a function that ends both on the new primary, and then asks the node about them
 */
export async function bypassProxy(
  client: Client,
  settings: Record<string, string>,
  databaseUrl: string,
  { authorization }: Pick<Load, 'authorization'>,
): Promise<() => Promise<void>> {
  const { MIGRATION_DATABASE_URL: _, ...others } = settings;
  const port = await freePort();
  await service({ ...others, DATABASE_URL: databaseUrl, PORT: String(port), ROLE: 'api' });
  const old = createClient(`http://127.0.0.1:${port}`, client.key, client.orgId);
  const path = { orgId: client.orgId ?? '' };
  const headers = { authorization };
  const form = { grant_type: 'client_credentials' };
  const program = createClient(client.origin);
  const { body: issued } = await program.call('issueOidcToken', { path, headers, body: form });
  const token = issued.access_token;
  const { id, secret } = await aCredential(client);
  const introspect = { path, headers, body: { token } };
  const verify = (consume: boolean) =>
    old.call('verifyCredential', { body: { credential: secret, consume } });
  expect((await verify(true)).body.valid).toBe(true);

  return async () => {
    expect((await client.call('revokeCredential', { path: { id } })).status).toBe(200);
    expect((await program.call('revokeOidcToken', { path, headers, body: { token } })).status).toBe(200);
    const [counted, uncounted, introspected] = await Promise.all([
      verify(true),
      verify(false),
      createClient(old.origin).call('introspectOidcToken', introspect),
    ]);
    process.stdout.write(
      `A node on the old primary answers ${counted.status} to a verification, ${uncounted.status} to one that is not counted, and ` +
        `${introspected.status} with active: ${introspected.body.active} to an introspection\n`,
    );
    // The caller's own use is counted, too. No commit of the old primary is acknowledged.
    expect([counted.status, uncounted.status]).toEqual([503, 503]);
  };
}
