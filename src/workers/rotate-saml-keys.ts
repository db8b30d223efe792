import type { Database } from '../database/open.ts';
import { inTransaction } from '../platform/tenancy.ts';
import type { Vault } from '../platform/vault.ts';
import { advanceSamlKeys } from '../saml/saml-key-rotation.ts';
import { tenantsWithDueSamlKeys } from '../saml/sql/saml-keys.ts';
import { eachTenant } from './sweep.ts';

/** Publishes successors of SAML keys whose certificates expire, and removes retired keys, tenant by tenant. */
export async function rotateSamlKeys({ orm, pool }: Database, vault: Vault): Promise<void> {
  const errors = await eachTenant(await tenantsWithDueSamlKeys(pool), (tenant) =>
    inTransaction(orm, tenant, (tx) => advanceSamlKeys(tx, vault)),
  );
  if (errors.length > 0) throw new AggregateError(errors, `the SAML keys of ${errors.length} tenants failed`);
}
