import type { Pool } from 'pg';
import { type VersionedCache, versionedCache } from '../../platform/versioned-cache.ts';
import type { Tx } from '../../platform/tx.ts';
import { type CompiledAccess, compileAccess, noAccessPolicies } from './compile.ts';
import { loadAccess, loadAccessIn } from './sql/access-policies.ts';

/** The compiled policies of conditional access, by access_version or policies_version. */
export type AccessCache = VersionedCache<CompiledAccess>;

/** How many ranges and countries weigh as much as a tenant with a few policies. */
const usualEntries = 1_000;

/** Reads and compiles the policies that are not disabled, in the transaction of the caller. */
export async function readAccess(tx: Tx, orgId: string): Promise<CompiledAccess> {
  const { version, policies, locations } = await loadAccessIn(tx, orgId, 'live');
  return compileAccess(version, policies, locations);
}

export const accessCache = (pool: Pool): AccessCache =>
  versionedCache(
    async (orgId) => {
      const { version, policies, locations } = await loadAccess(pool, orgId);
      return compileAccess(version, policies, locations);
    },
    noAccessPolicies,
    ({ policies, locations }) => {
      let entries = policies.length * 20;
      for (const { source } of locations.values())
        entries += source.ipRanges.length + source.countries.length;
      return 1 + entries / usualEntries;
    },
  );
