import { sql, type Sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';
import { deletionWhere } from './oidc-grants.ts';

/**
 * Ends all consents to a client, everything that was issued by them, and the questions that users have not answered yet. A client without
 * consents has been issued nothing.
 * @returns how many consents there were
 */
export async function endStranger(tx: Tx, orgId: string, clientId: string): Promise<number> {
  const ended = await tx.rows<{ userId: string }>(sql`
delete from oidc_consents where org_id = ${orgId} and client_id = ${clientId} returning user_id as "userId"`);
  // A statement of its own, as in `endConsent`: it sees what was stored while the first one waited for a row.
  await tx.run(
    deletionWhere(
      issued(
        orgId,
        clientId,
        ended.map(({ userId }) => userId),
      ),
    ),
  );
  return ended.length;
}

const issued = (
  orgId: string,
  clientId: string,
  users: string[],
): Sql => sql`(a.org_id, a.model, a.id_hash) in (
  with own as materialized (
    select o.org_id, o.model, o.id_hash, o.grant_id from oidc_artifacts o
     where o.org_id = ${orgId} and o.user_id = any (${users}::text[]) and o.client_id = ${clientId}
  )
  select org_id, model, id_hash from own
  union all
  select o.org_id, o.model, o.id_hash
    from own join oidc_artifacts o on o.org_id = own.org_id and o.grant_id = own.grant_id
   where own.model = 'Grant'
  union all
  select o.org_id, o.model, o.id_hash from oidc_artifacts o
   where o.org_id = ${orgId} and o.model in ('Interaction', 'PushedAuthorizationRequest') and o.client_id = ${clientId})`;
