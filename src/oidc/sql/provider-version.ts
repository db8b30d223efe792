import { sql, type Sql } from '../../lib/sql.ts';
import type { ClaimMapping } from '../claim-source.ts';
import type { SigningKeyStatus } from './signing-keys.ts';
import type { Tx } from '../../platform/tx.ts';

/** The parts of the OpenID Connect provider of a tenant, all of one version. */
export interface OidcProviderRow {
  version: number;
  /** The name of the organization. */
  name: string;
  /** Sealed; those that sign first, then those that will, then those that did: all are published. */
  keys: { id: string; status: SigningKeyStatus; privateKey: string }[];
  scopes: {
    name: string;
    displayName: string;
    description: string | null;
    claims: ClaimMapping[];
    isDefault: boolean;
  }[];
  /** The hosts whose agents are refused. */
  blockedHosts: string[];
}

/**
 * Reads the provider of a tenant by one statement, so that it all belongs to one version.
 * @returns undefined when there is no such tenant
 */
export const loadOidcProvider = (tx: Tx, orgId: string): Promise<OidcProviderRow | undefined> =>
  tx.row<OidcProviderRow>(load(orgId));

const load = (orgId: string): Sql => sql`
select t.oidc_version::float8 as version, t.name,
       (select coalesce(jsonb_agg(jsonb_build_object(
                 'id', k.id, 'status', k.status, 'privateKey', encode(k.private_key, 'base64'))
                 order by array_position(array['ACTIVE', 'UPCOMING', 'RETIRED'], k.status), k.activates_at desc,
                          k.algorithm desc, k.id), '[]'::jsonb)
          from signing_keys k where k.org_id = t.id) as keys,
       (select coalesce(jsonb_agg(jsonb_build_object(
                 'name', s.name, 'displayName', s.display_name, 'description', s.description, 'claims', s.claims,
                 'isDefault', s.is_default)
                 order by s.name), '[]'::jsonb)
          from oidc_scopes s where s.org_id = t.id) as scopes,
       coalesce((select c.settings -> 'blockedHosts' from auth_configs c
                  where c.org_id = t.id and c.name = 'oidc_client_metadata'), '[]'::jsonb) as "blockedHosts"
  from tenants t where t.id = ${orgId}`;

/**
 * Tells every node that the OpenID Connect provider of a tenant is another one, in the transaction of the change: keys,
 * custom scopes, settings of sign-in. A request that starts after its commit sees the new version. Clients are read by each
 * request, and renew nothing.
 */
export async function renewOidcVersion(tx: Tx, orgId: string): Promise<void> {
  await tx.run(sql`update tenants set oidc_version = oidc_version + 1 where id = ${orgId}`);
}
