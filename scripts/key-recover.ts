// Makes a new key with scope * for an organization that has lost its last one, whether the service runs or not.
import { type Config, readConfig } from '../src/config.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { openDatabase, roleOf } from '../src/database/open.ts';
import { inTransaction } from '../src/database/tenancy.ts';
import { reasonOf } from '../src/database/unusable.ts';
import { recoverKey } from '../src/domain/recovering-key.ts';
import { isId } from '../src/lib/id.ts';
import { findTenant } from '../src/queries/find-tenant.ts';
import { firstTenant } from '../src/queries/first-tenant.ts';

async function main(orgId: string): Promise<void> {
  if (orgId !== '' && !isId('org', orgId))
    throw new Error('ORG must be the id of an organization, such as org_01kahz5v3be4nr7q2m8x9c0d1e');
  const config = readConfig(process.env);
  if (config.databaseUrl !== undefined) {
    return recover(orgId, config.databaseUrl, config.migrationDatabaseUrl ?? config.databaseUrl, config);
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir });
  try {
    await recover(orgId, embedded.url('service'), embedded.url('owner'), config);
  } finally {
    await embedded.leave();
  }
}

async function recover(orgId: string, databaseUrl: string, ownerUrl: string, config: Config): Promise<void> {
  await migrate(ownerUrl, roleOf(databaseUrl));
  const database = await openDatabase(databaseUrl, config.databasePoolSize);
  try {
    const tenant = await (orgId === '' ? firstTenant(database.pool) : findTenant(database.pool, orgId));
    if (!tenant) throw new Error(orgId === '' ? 'there is no organization yet' : `there is no ${orgId}`);
    await inTransaction(database.orm, tenant, async (em) => {
      const { credential, secret } = await recoverKey(em);
      // Before it is committed: a crash in between shows a key that does not work, not a key that is lost.
      process.stdout.write(
        `A new ${tenant.environment} key of ${tenant.orgId} with scope *, shown only now:\n\n  ${secret}\n\nIt is ${credential.id}. Revoke it when you have made another one.\n`,
      );
    });
  } finally {
    await database.close();
  }
}

main((process.argv[2] ?? '').trim()).catch((error: unknown) => {
  process.stderr.write(`No key was made: ${reasonOf(error)}.\n`);
  process.exitCode = 1;
});
