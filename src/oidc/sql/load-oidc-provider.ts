import type { EntityManager } from '@mikro-orm/postgresql';
import type { SigningKeyStatus } from './signing-keys.ts';

/** A claim of a custom scope, and where its value stands (`src/oidc/claim-source.ts`). */
export interface ClaimMapping {
  claim: string;
  source: string;
}

/** What the OpenID Connect provider of a tenant is made of, all of one version. */
export interface OidcProviderRow {
  version: number;
  /** The name of the organization. */
  name: string;
  /** Sealed; those that sign first, then those that will, then those that did: all are published. */
  keys: { id: string; status: SigningKeyStatus; privateKey: string }[];
  scopes: { name: string; displayName: string; description: string | null; claims: ClaimMapping[] }[];
}

/** Reads it by one statement, so that it all belongs together. @returns undefined when there is no such tenant */
export async function loadOidcProvider(
  em: EntityManager,
  orgId: string,
): Promise<OidcProviderRow | undefined> {
  const [row] = await em.execute<OidcProviderRow[]>(text, [orgId]);
  return row;
}

const text = `
select t.oidc_version::float8 as version, t.name,
       (select coalesce(jsonb_agg(jsonb_build_object(
                 'id', k.id, 'status', k.status, 'privateKey', encode(k.private_key, 'base64'))
                 order by array_position(array['ACTIVE', 'UPCOMING', 'RETIRED'], k.status), k.activates_at desc,
                          k.algorithm desc, k.id), '[]'::jsonb)
          from signing_keys k where k.org_id = t.id) as keys,
       (select coalesce(jsonb_agg(jsonb_build_object(
                 'name', s.name, 'displayName', s.display_name, 'description', s.description, 'claims', s.claims)
                 order by s.name), '[]'::jsonb)
          from oidc_scopes s where s.org_id = t.id) as scopes
  from tenants t where t.id = ?`;
