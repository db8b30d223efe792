import type { Pool } from 'pg';
import { named, numbered, type Sql, sql } from '../../lib/sql.ts';

/** Rows that a node reads for one tenant at a time. If there are more, everything of the tenant counts as changed. */
const mostRead = 100;
/** A server that went away without a word is noticed after so many milliseconds, and not when the kernel gives up on it. */
const limitMs = 2_000;

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
  server: string;
  isOtherServer: boolean;
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
  /** When the server started: a restored database, and another server that took over, gave the numbers of transactions to others. */
  server: string;
}

/** The changes that were read, and the place behind them. */
export interface ReadChanges {
  /** By tenant. A tenant without a change is not there. */
  changes: Map<string, VerificationChanges>;
  place: ChangesPlace;
  /** Whether the place is of another start of the server, or of another server. Then changes may be missing. */
  isOtherServer: boolean;
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
  const statement = named('read-verification-changes', reading(orgIds, place));
  const asked = { ...numbered(statement), query_timeout: limitMs };
  const { rows } = await pool.query<Row>(asked);
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
  const { snapshot, readAt, server, isOtherServer } = first;
  return { changes, place: { read: snapshot, at: readAt, server }, isOtherServer };
}

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

// A snapshot does not have the transactions from its `xmax` on, and those that were going on. The index finds the rows of both, and a
// look costs no more while a transaction goes on for long. A transaction that still goes on has nothing to show, so its rows are not read.
const reading = (orgIds: readonly string[], place: ChangesPlace | undefined): Sql => sql`
with here as materialized (
  select pg_current_snapshot() as snapshot, ${place?.read ?? null}::pg_snapshot as place,
         extract(epoch from pg_postmaster_start_time())::text as server
)
select here.snapshot::text as snapshot, extract(epoch from now())::float8 * 1000 as "readAt", here.server,
       coalesce(here.server <> ${place?.server ?? null}, false) as "isOtherServer",
       o.org_id as "orgId", coalesce(found.credentials, '{}') as credentials, coalesce(found.identities, '{}') as identities,
       coalesce(found.rows, 0) as rows, coalesce(found.of_tenant, false) as "ofTenant"
  from here
  left join unnest(${orgIds}::text[]) as o (org_id) on here.place is not null
  left join lateral (
    select array_agg(credential_id) as credentials, array_agg(identity_id) as identities, count(*)::int as rows,
           bool_or(credential_id is null and identity_id is null) as of_tenant
      from (select c.credential_id, c.identity_id from verification_changes c
             where c.org_id = o.org_id and c.written_by >= pg_snapshot_xmax(here.place)
             union all
            select c.credential_id, c.identity_id
              from pg_snapshot_xip(here.place) as going (id),
                   lateral (select * from verification_changes c
                             where c.org_id = o.org_id and c.written_by = going.id
                             limit ${mostRead + 1}) as c
             where pg_visible_in_snapshot(going.id, here.snapshot)
             limit ${mostRead + 1}) as seen
  ) as found on true`;
