import type { Standing } from './connections.ts';
import { type Sql, sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

interface Use {
  error: string | null;
  isLogin: boolean;
}

/**
 * Notes what a sign-in by a connection showed, at most once a minute if nothing changes, because all users of a company share the
 * row. Does not wait for another transaction that has the row, and makes no new version. A warning of a healthy connection stays: the next
 * check ends it.
 * @param use.error null if it worked
 * @param use.isLogin whether a user signed in
 * @returns the connection before; undefined if nothing was written
 */
export async function noteConnectionUse(
  tx: Tx,
  orgId: string,
  id: string,
  use: Use,
): Promise<Standing | undefined> {
  return tx.row<Standing>(note({ orgId, id, ...use }));
}

const note = ({ orgId, id, error, isLogin }: Use & { orgId: string; id: string }): Sql => sql`
with held as materialized (
  select org_id, id, health, status from federation_connections
   where org_id = ${orgId} and id = ${id}
     and (health <> case when ${error}::text is null then 'HEALTHY' else 'FAILING' end
          or last_error is distinct from ${error}::text and not (${error}::text is null and health = 'HEALTHY')
          or (${isLogin}::boolean and coalesce(last_login_at < now() - interval '1 minute', true)))
   for no key update skip locked
)
update federation_connections c
   set health = case when ${error}::text is null then 'HEALTHY' else 'FAILING' end,
       last_error = case when ${error}::text is null and c.health = 'HEALTHY' then c.last_error else ${error}::text end,
       last_login_at = case when ${isLogin}::boolean then now() else last_login_at end
  from held where c.org_id = held.org_id and c.id = held.id
returning held.health, held.status`;
