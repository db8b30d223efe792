import { type Config, ConfigError, readConfig } from './config.ts';
import { createOrganization, describeOrganization, type NewOrganization } from './database/bootstrap.ts';
import { type EmbeddedPostgres, startEmbedded } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { createLog, type Log } from './log.ts';
import { startService } from './service.ts';

/** Starts the database, migrations, workers and HTTP; a signal stops them in reverse. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config);
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbedded({
          dataDir: config.dataDir,
          onEvent: (event, details) => log.info(details ?? {}, event),
        })
      : undefined;
  try {
    await serve(config, log, embedded);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function serve(config: Config, log: Log, embedded: EmbeddedPostgres | undefined): Promise<void> {
  const serviceUrl = embedded?.url('service') ?? config.databaseUrl ?? '';
  const ownerUrl = embedded?.url('owner') ?? config.migrationDatabaseUrl ?? serviceUrl;
  await migrate(ownerUrl, new URL(serviceUrl).username);

  const service = await startService({ config, databaseUrl: serviceUrl, log });
  const baseUrl = config.baseUrl ?? `http${config.tlsCert === undefined ? '' : 's'}://localhost:${service.port}`;
  const given = {
    liveKey: config.bootstrapLiveKey,
    testKey: config.bootstrapTestKey,
    orgId: config.bootstrapOrgId,
    testOrgId: config.bootstrapTestOrgId,
  };
  await createOrganization(service.database.orm, describeOrganization('First organization', given), {
    onlyIfFirst: true,
    announce(organization) {
      const generated = config.bootstrapLiveKey === undefined || config.bootstrapTestKey === undefined;
      if (generated && !embedded) {
        throw new ConfigError(
          'BOOTSTRAP_LIVE_KEY and BOOTSTRAP_TEST_KEY are needed for the first start with DATABASE_URL (make key prints one).',
        );
      }
      if (generated) process.stdout.write(welcome(baseUrl, organization));
    },
  });
  process.stdout.write(`ready ${baseUrl}\n`);

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    await service.stop();
    await embedded?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      });
    });
  }
}

function welcome(baseUrl: string, { live, test }: NewOrganization): string {
  return `
Keyward has made its first organization. These two keys are shown only now; keep them.

  live data   ${live.key}   (organization ${live.orgId})
  test data   ${test.key}   (organization ${test.orgId})

Try it, in another terminal:

  KEY=${test.key}
  curl -s ${baseUrl}/api/v1/identities -H "Authorization: Bearer $KEY" \\
    -H 'Content-Type: application/json' -d '{"name":"deploy-bot","type":"CI_CD"}'

Then read the README for the rest, or ${baseUrl}/docs for the reference.

`;
}

main().catch((error: unknown) => {
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Keyward did not start: ${sentence}\n`);
  process.exit(1);
});
