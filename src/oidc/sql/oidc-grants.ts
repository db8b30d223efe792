import type { Pool } from 'pg';
import { named, numbered, shared, sql, type Shared, type Sql } from '../../lib/sql.ts';
import type { ArtifactKey } from './oidc-artifacts.ts';
import type { Tx } from '../../platform/tx.ts';

/**
 * Returns a statement that deletes artifacts of the OpenID Connect provider, in one order: two that delete partly the same
 * (the engine ends a token and its family side by side) wait for each other, and never both.
 * @param condition on the row `a`
 */
export const deletionWhere = (condition: Sql): Sql => sql`
with doomed as materialized (
  select a.org_id, a.model, a.id_hash from oidc_artifacts a where ${condition}
   order by a.org_id, a.model, a.id_hash for update
)
delete from oidc_artifacts a using doomed
 where a.org_id = doomed.org_id and a.model = doomed.model and a.id_hash = doomed.id_hash
returning a.user_id as "userId"`;

/**
 * Makes a grant end with another one: that under which the first token of a chain of exchanges was issued, so that one
 * statement ends them all.
 * @returns false when that one has ended already
 */
export async function linkOidcGrant(
  pool: Pool,
  orgId: string,
  idHash: Buffer,
  parentHash: Buffer,
): Promise<boolean> {
  const statement = named('link-oidc-grant', link(shared(orgId), idHash, parentHash));
  const { rowCount } = await pool.query(numbered(statement));
  return rowCount === 1;
}

// The row of the other one is locked. A request that ends it at the same time either came first, or waits and finds this
// one too.
const link = (orgId: Shared, idHash: Buffer, parentHash: Buffer): Sql => sql`
with parent as (
  select grant_id from oidc_artifacts where org_id = ${orgId} and model = 'Grant' and id_hash = ${parentHash} for update
)
update oidc_artifacts a set grant_id = parent.grant_id from parent
 where a.org_id = ${orgId} and a.model = 'Grant' and a.id_hash = ${idHash}`;

/** Ends a grant and everything that was issued under it. */
export async function revokeOidcGrant(pool: Pool, orgId: string, grantId: string): Promise<void> {
  await pool.query(numbered(named('revoke-oidc-grant', byGrant(orgId, grantId))));
}

/** The key of a family: its grant, or any artifact of it. */
export type FamilyKey = { orgId: string; grantId: string } | ArtifactKey;

/**
 * Ends a grant, everything that was issued under it, and the artifact that names it.
 * @returns whose it was; undefined when nothing was there any more
 */
export async function endOidcFamily(tx: Tx, key: FamilyKey): Promise<{ userId: string | null } | undefined> {
  const rows = await tx.rows<{ userId: string | null }>(
    'grantId' in key ? byGrant(key.orgId, key.grantId) : byArtifact(key),
  );
  return rows.find(({ userId }) => userId !== null) ?? rows[0];
}

const byGrant = (orgId: string, grantId: string): Sql =>
  deletionWhere(sql`a.org_id = ${orgId} and a.grant_id = ${grantId}`);

const byArtifact = ({ orgId, model, idHash }: ArtifactKey): Sql =>
  deletionWhere(sql`(a.org_id, a.model, a.id_hash) in (
  with named as materialized (
    select org_id, model, id_hash, grant_id from oidc_artifacts
     where org_id = ${orgId} and model = ${model} and id_hash = decode(${idHash.toString('hex')}, 'hex')
  )
  select org_id, model, id_hash from named
  union all
  select o.org_id, o.model, o.id_hash from named join oidc_artifacts o on o.org_id = named.org_id and o.grant_id = named.grant_id
)`);

/**
 * Ends all that was issued for a user: sessions, grants, codes and tokens. Sessions that have ended stay until a job reads
 * from them which clients must be told.
 */
export async function endOidcGrantsOf(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.run(
    deletionWhere(
      sql`a.org_id = ${orgId} and a.user_id = ${userId} and not (a.model = 'Session' and a.consumed_at is not null)`,
    ),
  );
}

/** Ends what applications hold for a person, whether it lasts as long as a login or not. Sessions and what they are asked go on. */
export async function endOidcTokensOf(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.run(deletionWhere(sql`a.org_id = ${orgId} and a.user_id = ${userId} and a.grant_id is not null`));
}

/**
 * Ends some of the grants of users who signed in by a connection, with everything that was issued under them, also for the
 * user's absence (`offline_access`).
 * @returns whether there may be more
 */
export async function endOidcGrantsByConnection(
  tx: Tx,
  orgId: string,
  { connectionId, most }: { connectionId: string; most: number },
): Promise<boolean> {
  const chosen = await tx.rows<{ grantId: string }>(sql`
select grant_id as "grantId" from oidc_artifacts
 where org_id = ${orgId} and connection_id = ${connectionId} and grant_id is not null limit ${most}`);
  const grantIds = JSON.stringify(chosen.map(({ grantId }) => grantId));
  if (chosen.length > 0) await tx.run(byGrants(orgId, grantIds));
  return chosen.length === most;
}

const byGrants = (orgId: string, grantIds: string): Sql =>
  deletionWhere(
    sql`a.org_id = ${orgId} and a.grant_id in (select jsonb_array_elements_text(${grantIds}::jsonb) collate "C")`,
  );
