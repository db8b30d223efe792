import type { Database } from '../database/open.ts';
import { passOnce } from '../governance/pass.ts';
import { tenantsToPass } from '../governance/sql/policy-pass.ts';
import { sweep } from './sweep.ts';

/**
 * Applies policies without a request: to credentials that are too old, unused, ownerless, or were allowed to live too
 * long.
 */
export async function applyPolicies(database: Database): Promise<void> {
  await sweep(database, await tenantsToPass(database.pool), passOnce);
}
