import type { Pool } from 'pg';
import { batchedByKey } from '../platform/batch.ts';
import { onBehalfOf } from '../platform/on-behalf.ts';
import { type CredentialDetails, readCredentials } from './sql/credentials.ts';
import { type IdentityRow, readIdentities } from './sql/identities.ts';

/** Reads single resources as a GET shows them: undefined for one that does not exist, or is deleted. */
export interface ShownRows {
  credential(orgId: string, id: string): Promise<CredentialDetails | undefined>;
  identity(orgId: string, id: string): Promise<IdentityRow | undefined>;
}

interface Asked {
  orgId: string;
  id: string;
}

/**
 * Requests of one tenant that come while a statement runs share the next one (performance.md D1). Each statement begins after the
 * requests it answers have come, so it shows what they could have read by themselves.
 */
export function shownRows(pool: Pool): ShownRows {
  const sharing = <Row extends { id: string }>(
    operation: string,
    read: (pool: Pool, orgId: string, ids: readonly string[]) => Promise<Row[]>,
  ): ((orgId: string, id: string) => Promise<Row | undefined>) => {
    const ask = batchedByKey(
      ({ orgId }: Asked) => orgId,
      async (asked: Asked[]): Promise<(Row | undefined)[]> => {
        const orgId = asked[0]?.orgId ?? '';
        const ids = [...new Set(asked.map(({ id }) => id))];
        const rows = await onBehalfOf({ orgId, operation }, () => read(pool, orgId, ids));
        const byId = new Map(rows.map((row) => [row.id, row]));
        return asked.map(({ id }) => byId.get(id));
      },
    );
    return (orgId, id) => ask({ orgId, id });
  };
  return {
    credential: sharing('getCredential', readCredentials),
    identity: sharing('getIdentity', readIdentities),
  };
}
