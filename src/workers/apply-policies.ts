import type { Database } from '../database/open.ts';
import { passOnce } from '../policies/resources/pass.ts';
import { tenantsToPass } from '../policies/resources/sql/policy-pass.ts';
import { sweep } from './sweep.ts';

/** The task runs every ten minutes only, so a large pass needs most of this time. */
const forMs = 480_000;

/**
 * Applies policies without a request: to credentials that are too old, unused, ownerless, or were allowed to live too
 * long.
 */
export async function applyPolicies(database: Database): Promise<void> {
  await sweep(database, await tenantsToPass(database.pool), passOnce, forMs);
}
