import type { Database } from '../database/open.ts';
import { inTransaction } from '../platform/tenancy.ts';
import { advanceSigningKeys } from '../oidc/signing-key-rotation.ts';
import { tenantsWithDueKeys } from '../oidc/sql/signing-key-rotation.ts';
import type { Vault } from '../platform/vault.ts';
import { eachTenant } from './sweep.ts';

/** Makes, activates and removes signing keys whose time has come, tenant by tenant. */
export async function rotateSigningKeys({ orm, pool }: Database, vault: Vault): Promise<void> {
  const errors = await eachTenant(await tenantsWithDueKeys(pool), (tenant) =>
    inTransaction(orm, tenant, (tx) => advanceSigningKeys(tx, vault)),
  );
  if (errors.length > 0)
    throw new AggregateError(errors, `the signing keys of ${errors.length} tenants were not rotated`);
}
