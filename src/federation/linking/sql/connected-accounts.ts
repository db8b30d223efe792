import { type Sql, sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** An account that a user signs in with, at a social provider or by a connection. */
export interface ConnectedAccountRow {
  type: 'SOCIAL' | 'CONNECTION';
  providerId: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** Returns the first hundred accounts of a user, the oldest first. The index social_links_of_user has them. */
export const connectedAccountsOf = (tx: Tx, orgId: string, userId: string): Promise<ConnectedAccountRow[]> =>
  tx.rows<ConnectedAccountRow>(find(orgId, userId));

const find = (orgId: string, userId: string): Sql => sql`
select case when l.connection_id is null then 'SOCIAL' else 'CONNECTION' end as type, l.provider_id as "providerId",
       coalesce(c.name, s.name) as name, l.created_at as "createdAt", l.last_used_at as "lastUsedAt"
  from social_links l
  left join federation_connections c on c.org_id = l.org_id and c.id = l.connection_id
  left join social_providers s on s.org_id = l.org_id and s.id = l.social_provider_id
 where l.org_id = ${orgId} and l.user_id = ${userId}
 order by l.created_at, l.provider_id limit 100`;
