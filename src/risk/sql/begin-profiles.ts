import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Makes the profiles of credentials that have none, out of the facts that are kept of the time before: of those that were
 * used before anybody looked. Of a new credential there are none, and its profile begins with its first use.
 */
export async function beginProfiles(
  em: EntityManager,
  orgId: string,
  before: readonly { credentialId: string; at: Date }[],
): Promise<void> {
  const known = await em.execute<{ id: string }[]>(
    `select credential_id as id from credential_profiles where org_id = ? and credential_id = any (array(select jsonb_array_elements_text(?::jsonb)))`,
    [orgId, JSON.stringify(before.map(({ credentialId }) => credentialId))],
  );
  const ids = new Set(known.map(({ id }) => id));
  const missing = before.filter(({ credentialId }) => !ids.has(credentialId));
  if (missing.length === 0) return;
  const values = [orgId, JSON.stringify(missing)];
  await em.execute(days, values);
  await em.execute(addresses, values);
  await em.execute(profiles, values);
}

const facts = (kept: string): string => `
  from (select ?::text as org_id, n."credentialId" as credential_id, n.at
          from jsonb_to_recordset(?::jsonb) as n ("credentialId" text, at timestamptz)) as n
  join usage_facts f on f.org_id = n.org_id and f.credential_id = n.credential_id and f.at < n.at
                    and f.at > now() - interval '${kept}'`;

const days = `
insert into credential_days (org_id, credential_id, day, uses, hours)
select f.org_id, f.credential_id, (f.at at time zone 'UTC')::date, sum(f.uses),
       bit_or(1 << extract(hour from f.at at time zone 'UTC')::int)
${facts('35 days')}
 group by 1, 2, 3`;

const addresses = `
insert into credential_addresses (org_id, credential_id, address, known, first_seen_at, last_seen_at)
select f.org_id, f.credential_id, f.network, true, min(f.at), max(f.at)
  from (select f.org_id, f.credential_id, f.at,
               case when family(f.address::inet) = 6 then text(network(set_masklen(f.address::inet, 64))) else f.address end as network
        ${facts('90 days')}
         where f.address is not null) as f
 group by 1, 2, 3`;

const profiles = `
insert into credential_profiles (org_id, credential_id, first_seen_at, last_seen_at)
select f.org_id, f.credential_id, min(f.at), max(f.at)
${facts('90 days')}
 group by 1, 2`;
