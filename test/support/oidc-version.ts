import type { Pool } from 'pg';
import { readOidcRequests } from '../../src/oidc/sql/read-oidc-requests.ts';

/** Which version the OpenID Connect provider of a tenant is; undefined when there is no such tenant. */
export async function oidcVersion(pool: Pool, orgId: string): Promise<number | undefined> {
  const [read] = await readOidcRequests(pool, [{ orgId, clientId: null, tokenHash: null }]);
  return read?.version;
}
