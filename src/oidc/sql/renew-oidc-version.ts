import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Tells every node that the OpenID Connect provider of a tenant is another one, in the transaction of the change: keys,
 * custom scopes, settings of sign-in. A request that starts after its commit sees the new version. Clients are read by each
 * request, and renew nothing.
 */
export async function renewOidcVersion(em: EntityManager, orgId: string): Promise<void> {
  await em.execute('update tenants set oidc_version = oidc_version + 1 where id = ?', [orgId]);
}
