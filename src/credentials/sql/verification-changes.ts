import type { Pool } from 'pg';
import { named, numbered, type Sql, sql } from '../../lib/sql.ts';

/** Rows that a node reads for one tenant at a time. If there are more, everything of the tenant counts as changed. */
const mostRead = 100;

/** Verifications of a tenant that may have another result from now on. */
export interface VerificationChanges {
  credentials: string[];
  identities: string[];
  /** Whether each verification of the tenant may have changed. */
  all: boolean;
}

interface Row {
  snapshot: string;
  readAt: number;
  wentBack: boolean;
  orgId: string | null;
  credentials: (string | null)[];
  identities: (string | null)[];
  rows: number;
  ofTenant: boolean;
}

/** A place among the changes: which transactions were read. */
export interface ChangesPlace {
  /** A snapshot of Postgres. */
  read: string;
  /** When it was taken, in milliseconds since 1970 by the clock of Postgres. */
  at: number;
}

/** The changes that were read, and the place behind them. */
export interface ReadChanges {
  /** By tenant. A tenant without a change is not there. */
  changes: Map<string, VerificationChanges>;
  place: ChangesPlace;
  /** Whether the place of the last look is of a later time than the database: it was restored, or another server took over. */
  wentBack: boolean;
}

/**
 * Reads the changes of tenants that committed after a place. The triggers `credentials_note_change`, `identities_note_change` and
 * `tenants_note_change` write them. A place is a snapshot, because transactions commit in another order than they begin.
 * @param place undefined reads no change, but the place of now
 */
export async function readVerificationChanges(
  pool: Pool,
  orgIds: readonly string[],
  place: ChangesPlace | undefined,
): Promise<ReadChanges> {
  const statement = named('read-verification-changes', reading(orgIds, place?.read ?? null));
  const { rows } = await pool.query<Row>(numbered(statement));
  const [first] = rows;
  if (!first) throw new Error('Postgres returned no row');
  const changes = new Map<string, VerificationChanges>();
  for (const { orgId, credentials, identities, rows: count, ofTenant } of rows) {
    if (orgId === null || count === 0) continue;
    const all = ofTenant || count > mostRead;
    changes.set(
      orgId,
      all
        ? { credentials: [], identities: [], all }
        : { credentials: distinct(credentials), identities: distinct(identities), all },
    );
  }
  return { changes, place: { read: first.snapshot, at: first.readAt }, wentBack: first.wentBack };
}

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

// A transaction that a snapshot does not have has a number from its `xmin` on. So the index finds the rows.
const reading = (orgIds: readonly string[], place: string | null): Sql => sql`
with here as materialized (
  select pg_current_snapshot() as snapshot, ${place}::pg_snapshot as place
)
select here.snapshot::text as snapshot, extract(epoch from now())::float8 * 1000 as "readAt",
       coalesce(pg_snapshot_xmax(here.snapshot) < pg_snapshot_xmax(here.place), false) as "wentBack",
       o.org_id as "orgId", coalesce(found.credentials, '{}') as credentials, coalesce(found.identities, '{}') as identities,
       coalesce(found.rows, 0) as rows, coalesce(found.of_tenant, false) as "ofTenant"
  from here
  left join unnest(${orgIds}::text[]) as o (org_id) on here.place is not null
  left join lateral (
    select array_agg(credential_id) as credentials, array_agg(identity_id) as identities, count(*)::int as rows,
           bool_or(credential_id is null and identity_id is null) as of_tenant
      from (select c.credential_id, c.identity_id from verification_changes c
             where c.org_id = o.org_id and c.written_by >= pg_snapshot_xmin(here.place)
               and not pg_visible_in_snapshot(c.written_by, here.place)
             limit ${mostRead + 1}) as seen
  ) as found on true`;
