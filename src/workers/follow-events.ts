import type { Database } from '../database/open.ts';
import { inTransaction, type Tenant } from '../platform/tenancy.ts';
import { followEvents as followInTenant, NotFollowed } from '../risk/event-intake.ts';
import { deferInbox, mostTries } from '../risk/sql/inbox.ts';
import { tenantsWithRowsIn } from '../risk/sql/turns.ts';
import { inRounds } from './sweep.ts';

/**
 * Does what events lead to: alerts, and the risk of the identities they are about. An event that fails again and again is
 * set aside, and keeps those behind it waiting no longer than its own turns take.
 * @throws {AggregateError} with what failed, when all tenants have had their turns
 */
export async function followEvents(database: Database): Promise<void> {
  const errors: unknown[] = [];
  const told: string[] = [];
  const tenants = await tenantsWithRowsIn(database.pool, 'governance_inbox');
  const others = await inRounds(tenants, (tenant) => followSome(database, tenant, errors, told));
  errors.push(...others);
  const aside = told.length > 0 ? `; given up after ${mostTries} tries: ${told.join(', ')}` : '';
  if (errors.length > 0) throw new AggregateError(errors, `events could not be processed${aside}`);
}

/** @returns whether there may be more that is due */
async function followSome(
  { orm, pool }: Database,
  tenant: Tenant,
  errors: unknown[],
  told: string[],
): Promise<boolean> {
  try {
    return (await inTransaction(orm, tenant, followInTenant)) > 0;
  } catch (error) {
    if (!(error instanceof NotFollowed)) throw error;
    errors.push(error);
    const aside = await deferInbox(pool, tenant.orgId, error.eventIds);
    told.push(...aside.map(({ id, type }) => `${type} ${id}`));
    return true;
  }
}
