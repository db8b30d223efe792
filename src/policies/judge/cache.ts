import type { Pool } from 'pg';
import { type VersionedCache, versionedCache } from '../../platform/versioned-cache.ts';
import { loadPolicies } from './sql/policies.ts';
import { type CompiledPolicies, compilePolicies, noPolicies } from './compile.ts';

/** The compiled policies of tenants, by policies_version. */
export type PolicyCache = VersionedCache<CompiledPolicies>;

export const policyCache = (pool: Pool): PolicyCache =>
  versionedCache(async (orgId) => {
    const { version, policies } = await loadPolicies(pool, orgId);
    return compilePolicies(version, policies);
  }, noPolicies);
