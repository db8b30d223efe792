import { named, type Shared, shared, sql, type Sql } from '../../lib/sql.ts';
import { type Clock, clockColumns } from '../../platform/sql/clock.ts';
import type { Tx } from '../../platform/tx.ts';
import { foundBrowser } from '../../users/sessions/sql/browsers.ts';
import type { AskedSignIn } from './opened-sign-in.ts';

/** Where a typed name leads. */
export interface RouteOfName {
  /** A column for a tenant: the id of the connection; null if the name leads nowhere. */
  column: (orgId: Shared) => Sql;
}

interface Identified extends Clock {
  /** False if the sign-in is not open, or the browser does not have it. Then nothing has changed. */
  isNamed: boolean;
  connectionId: string | null;
}

/**
 * Writes the typed name into an open sign-in, which then begins again, and finds the connection that the name leads to. Only one
 * statement changes the row, so it needs no lock before.
 * @param proof the names in the state of a sign-in that are there because of what was proved
 */
export async function writeName(
  tx: Tx,
  asked: AskedSignIn,
  name: string,
  proof: readonly string[],
  { column }: RouteOfName,
): Promise<Identified | undefined> {
  const orgId = shared(asked.orgId);
  const statement = sql`${write(asked, orgId, { name, proof })}, ${column(orgId)} as "connectionId"`;
  return tx.row<Identified>(named('write-name-of-sign-in', statement));
}

const write = (
  { tokenHash, id }: AskedSignIn,
  orgId: Shared,
  { name, proof }: { name: string; proof: readonly string[] },
): Sql => sql`
with ${foundBrowser(tokenHash)},
named as (
  update sign_ins s
     set identifier = ${name}, user_id = null, amr = '{}', auth_time = null, state = s.state - ${proof}::text[]
    from found
   where s.org_id = ${orgId} and s.id = ${id} and s.browser_id = found.id and s.completed_at is null and s.expires_at > now()
  returning s.id
)
select ${clockColumns(orgId)}, exists (select from named) as "isNamed"`;
