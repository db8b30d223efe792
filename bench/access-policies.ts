import pg from 'pg';
import { newId } from '../src/lib/id.ts';
import type { Rig } from './rig.ts';

export interface AccessContestant {
  name: string;
  policies: number;
  /** How many of them judge keys. The others judge users. */
  machines: number;
  /** Ranges in each location. */
  entries: number;
  /** The condition that keeps the policies from applying. */
  by: 'address' | 'risk';
  aim: number;
}

const none = { include: [], exclude: [] };
const nothing = {
  users: none,
  groups: none,
  identities: none,
  identityTypes: none,
  applications: none,
  locations: none,
  ipRanges: [],
  countries: [],
  devicePlatforms: [],
  deviceTrust: [],
  riskLevels: [],
  clientTypes: [],
  schedule: null,
};
/** Replaces the policies of the tenant. No policy applies, so each is evaluated: what is measured is judging. */
export async function replaceAccessPolicies(
  { databaseUrl, data: { orgId } }: Rig,
  { policies, machines, entries, by }: AccessContestant,
): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('delete from access_policies where org_id = $1', [orgId]);
  await client.query('delete from named_locations where org_id = $1', [orgId]);
  const locations = Array.from({ length: Math.min(10, policies) }, () => newId('loc'));
  for (const [at, id] of locations.entries()) {
    const ranges = Array.from({ length: entries }, (_, n) => `10.${at}.${n >> 8}.${n & 255}`);
    await client.query(
      `insert into named_locations (org_id, id, name, type, ip_ranges) values ($1, $2, $3, 'IP', $4)`,
      [orgId, id, `location ${at}`, ranges],
    );
  }
  for (let at = 0; at < policies; at++) {
    const judges = at < machines;
    const conditions = {
      ...nothing,
      clientTypes: judges ? ['machine'] : ['browser'],
      applications: { include: [], exclude: ['keyward:api'] },
      ...(by === 'risk'
        ? {
            riskLevels: ['CRITICAL'],
            locations: { include: [], exclude: [locations[at % locations.length]] },
          }
        : { locations: { include: [locations[at % locations.length]], exclude: [] } }),
    };
    await client.query(
      `insert into access_policies (org_id, id, name, priority, status, conditions, judges_machines, decision, session)
       values ($1, $2, $3, $4, 'ENABLED', $5, $6, 'BLOCK', '{"maxAgeSeconds":null,"persistent":null}')`,
      [orgId, newId('cap'), `policy ${at}`, at + 1, JSON.stringify(conditions), judges],
    );
  }
  await client.query(
    `update tenants
        set policies_version = case when $2 then nextval('policies_versions') else 0 end,
            access_version = case when $2 then nextval('policies_versions') else 0 end
      where id = $1`,
    [orgId, policies > 0],
  );
  await client.end();
}
