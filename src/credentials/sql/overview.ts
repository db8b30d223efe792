import { type Sql, sql } from '../../lib/sql.ts';
import type { CredentialStatus } from '../entities/credential.ts';
import type { IdentityStatus } from '../entities/identity.ts';
import { unusedSince } from './credentials.ts';
import type { Tx } from '../../platform/tx.ts';

export interface CredentialsOverview {
  byStatus: Record<CredentialStatus, number>;
  /** Active ones that expire within 30 days. */
  expiringSoon: number;
  /** Active or suspended ones that were not used for 90 days. */
  unused: number;
  isCapped: boolean;
}

/** Counts the newest credentials of a tenant by their status now. Reads `most` rows, or one more to know of others. */
export async function credentialsOverview(tx: Tx, orgId: string, most: number): Promise<CredentialsOverview> {
  type Row = Record<CredentialStatus, number> & Omit<CredentialsOverview, 'byStatus'>;
  const row = await tx.row<Row>(credentials(orgId, most));
  if (!row) throw new Error('an aggregate has one row');
  const { expiringSoon, unused, isCapped, ...byStatus } = row;
  return { byStatus, expiringSoon, unused, isCapped };
}

const credentials = (orgId: string, most: number): Sql => sql`
with newest as (
  select c.status, c.expires_at, c.expires_at <= now() and c.status in ('ACTIVE', 'SUSPENDED') as past, ${unusedSince} as unused_since
    from credentials c where c.org_id = ${orgId} and c.deleted_at is null
   order by c.created_at desc, c.id limit ${most}::int + 1
)
select count(*) filter (where status = 'ACTIVE' and past is not true)::int as "ACTIVE",
       count(*) filter (where status = 'SUSPENDED' and past is not true)::int as "SUSPENDED",
       count(*) filter (where status = 'EXPIRED' or past)::int as "EXPIRED",
       count(*) filter (where status = 'REVOKED')::int as "REVOKED",
       count(*) filter (where status = 'ACTIVE' and past is not true and expires_at <= now() + interval '30 days')::int as "expiringSoon",
       count(*) filter (where status in ('ACTIVE', 'SUSPENDED') and past is not true
                          and unused_since < now() - interval '90 days')::int as unused,
       count(*) > ${most}::int as "isCapped"
  from newest`;

export interface IdentitiesOverview {
  byStatus: Record<IdentityStatus, number>;
  /** The identities with the highest score above 0 that are not revoked: five at most. */
  riskiest: { id: string; name: string; riskScore: number }[];
  isCapped: boolean;
}

/** Counts the newest identities of a tenant by their status now, and finds the five riskiest of them. */
export async function identitiesOverview(tx: Tx, orgId: string, most: number): Promise<IdentitiesOverview> {
  type Row = Record<IdentityStatus, number> & Omit<IdentitiesOverview, 'byStatus'>;
  const row = await tx.row<Row>(identities(orgId, most));
  if (!row) throw new Error('an aggregate has one row');
  const { riskiest, isCapped, ...byStatus } = row;
  return { byStatus, riskiest, isCapped };
}

const identities = (orgId: string, most: number): Sql => sql`
with newest as materialized (
  select i.id, i.name, i.risk_score, case when i.expires_at <= now() then 'REVOKED' else i.status end as status
    from identities i where i.org_id = ${orgId} and i.deleted_at is null
   order by i.created_at desc, i.id limit ${most}::int + 1
), riskiest as (
  select id, name, risk_score as "riskScore" from newest where status <> 'REVOKED' and risk_score > 0
   order by risk_score desc, id limit 5
)
select count(*) filter (where status = 'ACTIVE')::int as "ACTIVE",
       count(*) filter (where status = 'SUSPENDED')::int as "SUSPENDED",
       count(*) filter (where status = 'REVOKED')::int as "REVOKED",
       count(*) > ${most}::int as "isCapped",
       (select coalesce(jsonb_agg(to_jsonb(r) order by r."riskScore" desc, r.id), '[]') from riskiest r) as riskiest
  from newest`;
