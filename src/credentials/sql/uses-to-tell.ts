/**
 * Of the tenants of `source`, those with a webhook that wants `credential.used`: an index holds such webhooks and no
 * others. For {@link usesToTell}, as a materialized query with the name `watching`.
 */
export const watchingTenants = (source: string): string => `
  select org_id from (select distinct org_id from ${source}) as tenant
   where exists (select from webhooks w
                  where w.org_id = tenant.org_id and w.status <> 'DISABLED'
                    and w.events && array['credential.used', '*'])`;

/**
 * The rows (org_id, id, type, data) of the events `credential.used` of a statement that counts uses, one for each use,
 * for the tenants in `watching`. The uncorrelated `exists` is asked first and once: where nobody watches, nothing else
 * here is run.
 *
 * @param counted selects org_id, id, identity_id, identity_name, environment, max_usage_count, address, user_agent,
 * source, the uses counted, and the usage_count before the first of them
 */
export const usesToTell = (counted: string): string => `
  select c.org_id, new_id('evt'), 'credential.used', jsonb_build_object(
           'credentialId', c.id, 'identityId', c.identity_id, 'identityName', c.identity_name,
           'usageCount', (c.usage_count + use)::bigint, 'maxUsageCount', c.max_usage_count, 'source', c.source,
           'ipAddress', c.address, 'userAgent', c.user_agent,
           'usedAt', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'environment', c.environment)
    from (${counted}) as c, generate_series(1, c.uses::int) as use
   where exists (select from watching) and c.org_id in (select org_id from watching)`;
