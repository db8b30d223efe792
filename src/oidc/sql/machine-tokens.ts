import type { Pool } from 'pg';

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
  await pool.query({
    name: 'save-machine-tokens',
    text: save,
    values: [
      tokens.map(({ orgId }) => orgId),
      tokens.map(({ idHash }) => idHash),
      tokens.map(({ payload }) => payload),
      tokens.map(({ clientId }) => clientId),
      tokens.map(({ seconds }) => seconds),
    ],
  });
}

const save = `
insert into oidc_artifacts (org_id, model, id_hash, payload, client_id, expires_at)
select org_id, 'ClientCredentials', id_hash, payload, client_id, now() + seconds * interval '1 second'
  from unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $5::int[]) as given (org_id, id_hash, payload, client_id, seconds)`;
