import { sql, type Sql } from '../../lib/sql.ts';
import { selectOidcSubject, type SubjectRow } from '../../oidc/sql/oidc-subjects.ts';
import type { Tx } from '../../platform/tx.ts';

/** A user who may act now, with what assertions say of the user. */
export interface SamlSubject extends SubjectRow {
  /** Whether a directory keeps the user over SCIM. */
  isManaged: boolean;
}

/** @returns undefined when the user may not act now */
export async function findSamlSubject(
  tx: Tx,
  orgId: string,
  userId: string,
): Promise<SamlSubject | undefined> {
  return tx.row<SamlSubject>(find(orgId, userId));
}

const find = (orgId: string, userId: string): Sql => sql`
select s.*, u.source = 'SCIM' as "isManaged"
  from (${selectOidcSubject} and u.org_id = ${orgId} and u.id = ${userId}) s
  join users u on u.org_id = ${orgId} and u.id = s.id`;
