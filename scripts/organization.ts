// Creates one more organization, with the code of the first start, and prints its ids and keys once.
import { type Config, readConfig } from '../src/config.ts';
import { createOrganization, describeOrganization, withVerifyingKey } from '../src/organizations/creation.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { openDatabase, roleOf } from '../src/database/open.ts';
import { requireNoRestore } from '../src/database/unfinished-restore.ts';
import { reasonOf } from '../src/database/unusable.ts';
import { refusalOfOrganizationName } from '../src/settings/organization-name.ts';
import { keysNotice } from '../src/organizations/welcome.ts';

async function main(name: string): Promise<void> {
  const refusal = refusalOfOrganizationName(name);
  if (refusal !== undefined) throw new Error(`the name ${refusal}`);
  const config = readConfig(process.env);
  if (config.databaseUrl !== undefined) {
    return create(name, config.databaseUrl, config.migrationDatabaseUrl ?? config.databaseUrl, config);
  }
  requireNoRestore(config.dataDir);
  const embedded = await startEmbedded({ dataDir: config.dataDir });
  try {
    await create(name, embedded.url('service'), embedded.url('owner'), config);
  } finally {
    await embedded.leave();
  }
}

async function create(name: string, databaseUrl: string, ownerUrl: string, config: Config): Promise<void> {
  await migrate(ownerUrl, roleOf(databaseUrl));
  const database = await openDatabase(databaseUrl, config.databasePoolSize);
  try {
    await createOrganization(
      database.orm,
      withVerifyingKey(describeOrganization(name), config.rateLimitMaxPerMinute),
      {
        onlyIfFirst: false,
        announce: (organization) => process.stdout.write(`Organization ${name}\n${keysNotice(organization)}`),
      },
    );
  } finally {
    await database.close();
  }
}

main((process.argv[2] ?? '').trim()).catch((error: unknown) => {
  process.stderr.write(`The organization was not created: ${reasonOf(error)}.\n`);
  process.exitCode = 1;
});
