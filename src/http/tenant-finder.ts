import type { Pool } from 'pg';
import { isId } from '../lib/id.ts';
import { findTenant } from '../platform/sql/tenants.ts';

const mostRemembered = 20_000;

/** Makes a function that tells whether there is a tenant with an id. It remembers those that it has found. */
export function tenantFinder(pool: Pool): (orgId: string) => Promise<boolean> {
  const found = new Set<string>();
  return async (orgId) => {
    if (found.has(orgId)) return true;
    if (!isId('org', orgId) || !(await findTenant(pool, orgId))) return false;
    if (found.size >= mostRemembered) found.clear();
    found.add(orgId);
    return true;
  };
}
