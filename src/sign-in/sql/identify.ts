import { prepared } from '../../platform/sql/prepared.ts';
import { type Clock, clockColumns } from '../../platform/sql/clock.ts';
import type { Tx } from '../../platform/tx.ts';
import { foundBrowser } from '../../users/sessions/sql/browsers.ts';
import type { AskedSignIn } from './opened-sign-in.ts';

/** Where a typed name leads. */
export interface RouteOfName {
  /** A column: the id of the connection, for the tenant `:orgId` and `:domain`. */
  column: string;
  /** Null if the name leads nowhere. */
  domain: string | null;
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
  { column, domain }: RouteOfName,
): Promise<Identified | undefined> {
  const values = { ...asked, name, proof, domain };
  const text = `${write}, ${column} as "connectionId"`;
  const [row] = await tx.execute<Identified[]>(text, values, 'all', prepared('write-name-of-sign-in'));
  return row;
}

const write = `
with ${foundBrowser},
named as (
  update sign_ins s
     set identifier = :name, user_id = null, amr = '{}', auth_time = null, state = s.state - :proof::text[]
    from found
   where s.org_id = :orgId and s.id = :id and s.browser_id = found.id and s.completed_at is null and s.expires_at > now()
  returning s.id
)
select ${clockColumns}, exists (select from named) as "isNamed"`;
