import type { Pool } from 'pg';
import { loadPolicies } from './sql/policies.ts';
import { type CompiledPolicies, compilePolicies, noPolicies } from './compile.ts';

/** The compiled policies of tenants. */
export interface PolicyCache {
  /**
   * @param version what a statement of the request has just read of the tenant
   * @returns the policies of that version, or of a later one that was read since
   */
  at(orgId: string, version: number): CompiledPolicies | Promise<CompiledPolicies>;
}

const mostTenants = 1_000;

/**
 * It never answers from what it holds without being told a version that was read after the request began, so no process
 * judges by policies that a change answered before has replaced (docs/decisions/0021-policies.md).
 */
export function policyCache(pool: Pool): PolicyCache {
  const held = new Map<string, CompiledPolicies>();
  const loading = new Map<string, Promise<CompiledPolicies>>();

  const load = async (orgId: string): Promise<CompiledPolicies> => {
    const { version, policies } = await loadPolicies(pool, orgId);
    const compiled = compilePolicies(version, policies);
    if ((held.get(orgId)?.version ?? 0) <= version) {
      held.delete(orgId);
      held.set(orgId, compiled);
      const [oldest] = held.keys();
      if (held.size > mostTenants && oldest !== undefined) held.delete(oldest);
    }
    return compiled;
  };

  const shared = (orgId: string): Promise<CompiledPolicies> => {
    const running = loading.get(orgId);
    if (running) return running;
    const started = load(orgId).finally(() => loading.delete(orgId));
    loading.set(orgId, started);
    return started;
  };

  const fresh = async (orgId: string, version: number): Promise<CompiledPolicies> => {
    const compiled = await shared(orgId);
    // A read that was on its way may have started before the change. The next read started after the change, for any
    // caller, and may return version 0: all policies are gone.
    return compiled.version >= version ? compiled : shared(orgId);
  };

  return {
    at(orgId, version) {
      if (version === 0) return noPolicies;
      const known = held.get(orgId);
      return known && known.version >= version ? known : fresh(orgId, version);
    },
  };
}
