import { sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/** The number of registrations in this hour, with the one that was just counted. */
export interface RegistrationHour {
  ofNetwork: number;
  ofTenant: number;
  /** In seconds since 1970. */
  endsAt: number;
  secondsLeft: number;
}

// Hours of the clock in UTC, as in `mail_windows`.
const thisHour = sql`date_bin('1 hour', now(), 'epoch')`;

/**
 * Counts a registration for the network that it comes from and for the tenant. The rows stay locked until the end of the transaction, and a
 * registration that is refused is not counted.
 */
export async function countRegistration(tx: Tx, orgId: string, network: string): Promise<RegistrationHour> {
  const counted = await tx.rows<{ network: string; count: number; endsAt: number; secondsLeft: number }>(sql`
insert into oidc_registration_hours as h (org_id, network, hour, count)
select ${orgId}, n.network, ${thisHour}, 1 from (values (''), (${network}::text)) as n (network) order by n.network
on conflict (org_id, network, hour) do update set count = h.count + 1
returning network, count, extract(epoch from hour + interval '1 hour')::float8 as "endsAt",
          extract(epoch from hour + interval '1 hour' - now())::float8 as "secondsLeft"`);
  const countOf = (name: string): number => counted.find((one) => one.network === name)?.count ?? 0;
  const [first] = counted;
  if (!first) throw new Error('a counted hour has a row');
  const { endsAt, secondsLeft } = first;
  return { ofNetwork: countOf(network), ofTenant: countOf(''), endsAt, secondsLeft };
}
