import type pg from 'pg';
import { newId } from '../../src/lib/id.ts';

const everybody = {};
const tagged = { tags: ['payments'] };
const others = { tags: ['elsewhere'] };
const machines = { identityTypes: ['SERVICE_ACCOUNT', 'CI_CD'] };
const always = { timezone: 'Europe/Berlin', days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] };

/**
 * Twenty policies, as an organization that means it may have. None is violated, for what is measured is judging; all bite
 * on uses but the last four, and five find other identities.
 */
const policies: [
  type: string,
  parameters: object,
  selector: { tags?: string[]; identityTypes?: string[] },
][] = [
  ['ROTATION_AGE', { maxAgeDays: 365 }, everybody],
  ['ROTATION_AGE', { maxAgeDays: 90 }, tagged],
  ['ROTATION_AGE', { maxAgeDays: 30 }, machines],
  ['INACTIVITY', { maxIdleDays: 90 }, everybody],
  ['INACTIVITY', { maxIdleDays: 30 }, tagged],
  ['SCOPE_RESTRICTION', { deniedScopes: ['admin.*', 'secrets.write'] }, tagged],
  ['SCOPE_RESTRICTION', { allowedScopes: ['read:*', 'write:*'] }, tagged],
  ['SCOPE_RESTRICTION', { deniedScopes: ['billing.*'] }, tagged],
  ['TIME_WINDOW', { ...always, from: '00:00', to: '24:00' }, everybody],
  ['TIME_WINDOW', { ...always, from: '12:00', to: '11:59' }, others],
  ['USAGE_RATE', { maxUses: 1_000_000 }, tagged],
  ['USAGE_RATE', { maxUses: 500_000 }, machines],
  ['IP_ALLOWLIST', { cidrs: ['127.0.0.0/8', '10.0.0.0/8', '192.168.0.0/16', '::1'] }, others],
  ['IP_ALLOWLIST', { cidrs: ['203.0.113.0/24'] }, others],
  ['SCOPE_RESTRICTION', { deniedScopes: ['*'] }, others],
  ['ROTATION_AGE', { maxAgeDays: 7 }, others],
  ['CREDENTIAL_LIFETIME', { maxTtlSeconds: 31_536_000 }, everybody],
  ['CREDENTIAL_LIFETIME', { maxTtlSeconds: 7_776_000 }, tagged],
  ['OWNER_REQUIRED', {}, everybody],
  ['OWNER_REQUIRED', {}, tagged],
];

export async function benchPolicies(client: pg.Client, orgId: string): Promise<void> {
  for (const [at, [type, parameters, { tags = [], identityTypes = [] }]] of policies.entries()) {
    await client.query(
      `insert into policies (org_id, id, name, type, mode, severity, tags, identity_types, parameters, actions)
       values ($1, $2, $3, $4, 'ENFORCE', 'HIGH', $5, $6, $7, '{DENY}')`,
      [orgId, newId('pol'), `policy ${at}`, type, tags, identityTypes, JSON.stringify(parameters)],
    );
  }
  await client.query(
    "update tenants set policies_version = nextval('policies_versions'), policies_idle_days = 30 where id = $1",
    [orgId],
  );
}
