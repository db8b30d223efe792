import { aCredential } from './builders.ts';
import type { TestService } from './service.ts';

/** The credentials of an answer, in its order. */
export const ids = (rows: { credentialId: string }[]): string[] =>
  rows.map(({ credentialId }) => credentialId);
/** Why each of them is there. */
export const reasons = (rows: { credentialId: string; reason: string }[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ credentialId, reason }) => [credentialId, reason]));

/** Lets these credentials have been there for so many days, and used last so many days ago, or never. */
export const age = (
  { sql }: TestService,
  id: string | string[],
  days: number,
  usedAgo: number | null = null,
) =>
  sql(
    `update credentials set created_at = now() - $2 * interval '1 day', last_used_at = now() - $3::int * interval '1 day'
      where id = any ($1)`,
    [[id].flat(), days, usedAgo],
  );

/** A credential that has been observed for a year, with uses on record so many days ago. */
export async function observed(
  service: TestService,
  identityId: string,
  scopes: string[],
  used: Record<string, number>,
  sources = ['API'],
) {
  const { ours, sql } = service;
  await sql(`update usage_progress set scopes_since = now() - interval '399 days'`);
  const credential = await aCredential(ours, { identityId, scopes });
  await age(service, credential.id, 390, 1);
  for (const [scope, ago] of Object.entries(used))
    await sql(
      `insert into scope_uses select org_id, id, $2, created_at, now() - $3 * interval '1 day', 5 from credentials where id = $1`,
      [credential.id, scope, ago],
    );
  for (const source of sources)
    await sql(
      `insert into usage_days select org_id, id, current_date - 1, $2, null, 5 from credentials where id = $1`,
      [credential.id, source],
    );
  return credential;
}

/** The audit rows about a target, oldest first. */
export const auditOf = ({ sql }: TestService, targetId: string) =>
  sql<{ action: string; request: string; content: string }>(
    `select l.action, l.request_id as request, p.content from audit_logs l
       join audit_personal p on p.org_id = l.org_id and p.audit_id = l.id
      where l.target_id = $1 order by l.id`,
    [targetId],
  );
