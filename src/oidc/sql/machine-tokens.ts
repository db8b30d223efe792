import type { Pool } from 'pg';
import { named, numbered, sql, type Sql } from '../../lib/sql.ts';

/** An access token that a client has for itself. */
export interface MachineToken {
  orgId: string;
  /** The hash of its random id. */
  idHash: Buffer;
  payload: string;
  clientId: string;
  seconds: number;
}

/** Stores new tokens of clients in one statement. Their ids are random, so none is there before. */
export async function saveMachineTokens(pool: Pool, tokens: readonly MachineToken[]): Promise<void> {
  await pool.query(numbered(named('save-machine-tokens', save(tokens))));
}

const save = (tokens: readonly MachineToken[]): Sql => sql`
insert into oidc_artifacts (org_id, model, id_hash, payload, client_id, expires_at)
select org_id, 'ClientCredentials', id_hash, payload, client_id, now() + seconds * interval '1 second'
  from unnest(${tokens.map(({ orgId }) => orgId)}::text[],
              ${tokens.map(({ idHash }) => idHash)}::bytea[],
              ${tokens.map(({ payload }) => payload)}::text[],
              ${tokens.map(({ clientId }) => clientId)}::text[],
              ${tokens.map(({ seconds }) => seconds)}::int[]) as given (org_id, id_hash, payload, client_id, seconds)`;
