// The floor: what anybody writes first. One prepared statement per request, no caller, no rate limit, no batch. With `caller`, the
// statement also counts the use of the caller's key, and writes both facts: the rows that a verification writes, and no more.
import pg from 'pg';
import { hashSecret } from '../../src/lib/secret.ts';
import type { SecretFinding } from '../../src/credentials/sql/presented-secrets.ts';
import { viewInvalid, viewValid } from '../../src/credentials/views/credentials.ts';
import { answerParent, startedWith } from '../frame/child.ts';
import { serveJson } from './bare.ts';

const { databaseUrl, orgId, caller } = startedWith as { databaseUrl: string; orgId: string; caller?: string };
const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: 8,
  // The same plans as the service's.
  options: '-c plan_cache_mode=force_generic_plan -c jit=off -c timezone=UTC',
});

const update = `
update credentials c
   set usage_count = c.usage_count + 1, last_used_at = now()
  from identities i
 where c.secret_hash = $1 and c.org_id = $2 and c.status = 'ACTIVE'
   and (c.expires_at is null or c.expires_at > now())
   and (c.max_usage_count is null or c.usage_count < c.max_usage_count)
   and i.org_id = c.org_id and i.id = c.identity_id and i.status = 'ACTIVE'
returning false as grace, c.usage_count::float8 as "usageCount", c.max_usage_count as "maxUsageCount", now() as now,
          c.id as "credentialId", c.name as "credentialName", c.scopes, c.is_temporary as "isTemporary",
          c.expires_at as "expiresAt", i.id as "identityId", i.name as "identityName", i.type as "identityType",
          i.status as "identityStatus", i.risk_score as "riskScore", i.tags`;

const withCaller = `
with caller as (
  update credentials set usage_count = usage_count + 1, last_used_at = now(), window_count = window_count + 1
   where secret_hash = $3 returning id
), presented as (${update}
), facts as (
  insert into usage_facts (org_id, credential_id, source, address, uses)
  select $2, id, 'API', '127.0.0.1', 1 from caller
  union all
  select $2, "credentialId", 'VERIFY', '127.0.0.1', 1 from presented
)
select * from presented`;

const text = caller === undefined ? update : withCaller;
const callerHash = caller === undefined ? [] : [hashSecret(caller)];

const port = await serveJson(async ({ credential }) => {
  const { rows } = await pool.query<SecretFinding>({
    name: 'floor',
    text,
    values: [hashSecret(credential), orgId, ...callerHash],
  });
  const row = rows[0];
  return row
    ? viewValid(row, row.usageCount, 'live')
    : viewInvalid({ code: 'NOT_FOUND' }, new Date(), 'live');
});
answerParent({ port });
