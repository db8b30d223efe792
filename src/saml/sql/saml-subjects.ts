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
  const [row] = await tx.execute<SamlSubject[]>(find, [orgId, userId, orgId]);
  return row;
}

const find = `
select s.*, u.source = 'SCIM' as "isManaged"
  from (${selectOidcSubject} and u.org_id = ? and u.id = ?) s
  join users u on u.org_id = ? and u.id = s.id`;
