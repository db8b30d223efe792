import type { Pool } from 'pg';
import { named, numbered, sql, type Sql } from '../../lib/sql.ts';
import { tenantsWithDue } from '../../platform/sql/tenants-with-due.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';

/** `ISSUED`: a client got tokens for itself. `REFUSED`: a request in the name of a client failed to authenticate. */
export type ClientOutcome = 'ISSUED' | 'REFUSED';

/** Requests of one client with one outcome. */
export interface ClientUses {
  orgId: string;
  clientId: string;
  outcome: ClientOutcome;
  /** Where the last of them came from. */
  address: string;
  uses: number;
}

/** Adds requests to the hour of the database. Clients that do not exist get no row. */
export async function addClientUses(pool: Pool, uses: readonly ClientUses[]): Promise<void> {
  await pool.query(numbered(named('add-client-uses', add(JSON.stringify(uses)))));
}

// Nodes add in the same order, so that none waits for another without end. The last use of an agent is right to the minute.
const add = (uses: string): Sql => sql`
with used as (
  update oidc_clients c set last_used_at = now()
   where (c.org_id, c.id) in (
     select o.org_id, o.id from oidc_clients o
       join jsonb_to_recordset(${uses}::jsonb) as u ("orgId" text, "clientId" text, outcome text)
         on o.org_id = u."orgId" and o.id = u."clientId" and u.outcome = 'ISSUED'
      where o.origin <> 'ADMINISTRATOR' and (o.last_used_at is null or o.last_used_at < now() - interval '1 minute')
      order by o.org_id, o.id for no key update of o)
)
insert into oidc_client_hours as h (org_id, client_id, hour, outcome, uses, address)
select u."orgId", u."clientId", date_trunc('hour', now(), 'UTC'), u.outcome, u.uses, u.address
  from jsonb_to_recordset(${uses}::jsonb) as u ("orgId" text, "clientId" text, outcome text, address text, uses bigint)
  join oidc_clients c on c.org_id = u."orgId" and c.id = u."clientId"
 order by 1, 2, 3, 4
on conflict (org_id, client_id, hour, outcome) do update
   set uses = h.uses + excluded.uses, address = excluded.address`;

const hasEnded = `hour < date_trunc('hour', now(), 'UTC')`;

/** Returns the tenants with an hour that has ended. */
export const tenantsWithEndedHours = (pool: Pool): Promise<Tenant[]> =>
  tenantsWithDue(pool, [['oidc_client_hours', hasEnded]]);

/** Requests of one client in an hour that has ended. */
export interface EndedHour {
  clientId: string;
  /** The id, if the client was deleted. */
  clientName: string;
  /** Whether no administrator made it. */
  isAgent: boolean;
  hour: Date;
  outcome: ClientOutcome;
  uses: number;
  address: string | null;
}

/** How many hours one transaction takes. */
const most = 200;

/** Takes hours that have ended out of the table, the oldest first. Rows that another node takes are left to that node. */
export async function takeEndedHours(tx: Tx, orgId: string): Promise<EndedHour[]> {
  const rows = await tx.rows<Omit<EndedHour, 'hour'> & { hour: string }>(take(orgId));
  return rows.map((row) => ({ ...row, hour: new Date(row.hour) }));
}

const ended = sql.raw(hasEnded);

const take = (orgId: string): Sql => sql`
with ended as (
  select client_id, hour, outcome from oidc_client_hours
   where org_id = ${orgId} and ${ended}
   order by hour, client_id, outcome limit ${most} for update skip locked
), taken as (
  delete from oidc_client_hours h using ended e
   where h.org_id = ${orgId} and h.client_id = e.client_id and h.hour = e.hour and h.outcome = e.outcome
  returning h.*
)
select t.client_id as "clientId", coalesce(c.name, t.client_id) as "clientName", t.hour, t.outcome, t.uses::float8 as uses, t.address,
       coalesce(c.origin <> 'ADMINISTRATOR', t.client_id like 'https://%') as "isAgent"
  from taken t left join oidc_clients c on c.org_id = t.org_id and c.id = t.client_id
 order by t.hour, t.client_id, t.outcome`;
