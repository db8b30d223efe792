import type { Pool } from 'pg';
import { commandLineId } from '../../lib/command-line-id.ts';
import { named, numbered, sql, type Sql } from '../../lib/sql.ts';
import { withoutIndex } from '../../platform/sql/no-index.ts';

/** A refused proof, by the token that it came with. */
export interface RefusedToken {
  tokenHash: Buffer;
  fault: string;
}

/** A refusal that was noted first in its hour. */
export interface NotedRefusal {
  /** Its place among the refusals, from 0. */
  at: number;
  orgId: string;
  environment: 'live' | 'test';
  userId: string | null;
}

/**
 * Notes that the proofs of tokens of the command line were refused. Tokens that do not exist, or have expired, leave nothing.
 * @returns the refusals that are the first of their grant and their fault within an hour, on all nodes
 */
export async function noteRefusals(pool: Pool, refusals: readonly RefusedToken[]): Promise<NotedRefusal[]> {
  const { rows } = await pool.query<NotedRefusal>(numbered(named('note-refused-proofs', note(refusals))));
  return rows;
}

// Written out, or Postgres could not know that the index `oidc_artifacts_of_command_line` has the tokens.
const commandLine = sql.raw(`'${commandLineId}'`);
const notExpired = withoutIndex(sql`a.expires_at > now()`);

// lateral and limit keep it a look-up per token. Nodes insert in the same order, so that none waits for another without end. The row of an
// hour stands beside the used proofs, and `sweep-requests` removes it with them.
const note = (refusals: readonly RefusedToken[]): Sql => sql`
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
), noted as (
  insert into oidc_artifacts as n (org_id, model, id_hash, payload, expires_at)
  select org_id, 'ReplayDetection', mark, '{}', now() + interval '1 hour' from found order by org_id, mark
  on conflict (org_id, model, id_hash) do update set expires_at = excluded.expires_at where n.expires_at < now()
  returning n.org_id, n.id_hash
)
select found.at, found.org_id as "orgId", t.environment, found.user_id as "userId"
  from noted
  join found on found.org_id = noted.org_id and found.mark = noted.id_hash
  join tenants t on t.id = found.org_id
 order by found.at`;
