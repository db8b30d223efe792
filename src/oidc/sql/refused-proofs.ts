import type { Pool } from 'pg';
import { commandLineId } from '../../lib/command-line-id.ts';
import { named, numbered, sql, type Sql } from '../../lib/sql.ts';
import { withoutIndex } from '../../platform/sql/no-index.ts';
import type { Tx } from '../../platform/tx.ts';

/** A refused proof, by the token that it came with. */
export interface RefusedToken {
  tokenHash: Buffer;
  fault: string;
}

/** A refusal without a mark in this hour. */
export interface FoundRefusal {
  /** Its place among the refusals, from 0. */
  at: number;
  orgId: string;
  environment: 'live' | 'test';
  userId: string | null;
  /** The name of its grant and its fault. */
  mark: Buffer;
}

/**
 * Finds the grants of tokens of the command line whose proofs were refused. Tokens that do not exist, or have expired, have none.
 * @returns the refusals that no node has marked within an hour, one of each grant and fault, by tenant
 */
export async function findRefusals(pool: Pool, refusals: readonly RefusedToken[]): Promise<FoundRefusal[]> {
  const { rows } = await pool.query<FoundRefusal>(numbered(named('find-refused-proofs', find(refusals))));
  return rows;
}

/**
 * Marks refusals of a tenant for an hour. The transaction also writes their audit rows, so none is marked that has no row.
 * @returns the marks that no other node has set meanwhile, in hexadecimal
 */
export async function markRefusals(
  tx: Tx,
  orgId: string,
  found: readonly Pick<FoundRefusal, 'mark'>[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ mark: string }>(
    mark(
      orgId,
      found.map((one) => one.mark),
    ),
  );
  return new Set(rows.map((row) => row.mark));
}

// Written out, or Postgres could not know that the index `oidc_artifacts_of_command_line` has the tokens.
const commandLine = sql.raw(`'${commandLineId}'`);
const notExpired = withoutIndex(sql`a.expires_at > now()`);
const isMarked = withoutIndex(sql`m.expires_at >= now()`);

// lateral and limit keep it a look-up per token.
const find = (refusals: readonly RefusedToken[]): Sql => sql`
with asked as (
  select hash, fault, (ordinal - 1)::int as at
    from unnest(${refusals.map(({ tokenHash }) => tokenHash)}::bytea[], ${refusals.map(({ fault }) => fault)}::text[])
         with ordinality as asked (hash, fault, ordinal)
), found as materialized (
  select distinct on (f.org_id, f.grant_id, asked.fault)
         asked.at, f.org_id, f.user_id, sha256(convert_to('refused ' || asked.fault || ' ' || f.grant_id, 'UTF8')) as mark
    from asked, lateral (
      select a.org_id, a.grant_id, a.user_id from oidc_artifacts a
       where a.id_hash = asked.hash and a.client_id = ${commandLine} and a.model in ('AccessToken', 'RefreshToken')
         and a.grant_id is not null and ${notExpired} limit 1
    ) as f
   order by f.org_id, f.grant_id, asked.fault, asked.at
)
select found.at, found.org_id as "orgId", t.environment, found.user_id as "userId", found.mark
  from found
  join tenants t on t.id = found.org_id
  left join lateral (
    select true as marked from oidc_artifacts m
     where m.org_id = found.org_id and m.model = 'ReplayDetection' and m.id_hash = found.mark and ${isMarked} limit 1
  ) as known on true
 where known.marked is null
 order by found.org_id, found.at`;

// Nodes insert in the same order, so that none waits for another without end. The row of an hour stands beside the used proofs, and
// `sweep-requests` removes it with them.
const mark = (orgId: string, marks: readonly Buffer[]): Sql => sql`
insert into oidc_artifacts as n (org_id, model, id_hash, payload, expires_at)
select ${orgId}, 'ReplayDetection', mark, '{}', now() + interval '1 hour' from unnest(${marks}::bytea[]) as mark order by mark
on conflict (org_id, model, id_hash) do update set expires_at = excluded.expires_at where n.expires_at < now()
returning encode(n.id_hash, 'hex') as mark`;
