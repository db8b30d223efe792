// Makes a person of the first organization an OWNER (decisions 6.8), whether the service runs or not.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../src/config.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { isMigrated, migrate } from '../src/database/migrate.ts';
import { openDatabase, roleOf } from '../src/database/open.ts';
import { inTransaction } from '../src/database/tenancy.ts';
import { reasonOf } from '../src/database/unusable.ts';
import { makeOwner } from '../src/domain/first-owner.ts';
import { Failure } from '../src/failure.ts';
import { isEmailAddress } from '../src/lib/email.ts';
import { canSendMail } from '../src/mail.ts';
import { firstTenant } from '../src/queries/first-tenant.ts';

async function main(email: string): Promise<void> {
  if (!isEmailAddress(email)) {
    throw new Error('EMAIL must be an e-mail address, such as ada@example.com');
  }
  const config = readConfig(process.env);
  if (config.databaseUrl !== undefined) {
    return own(email, config.databaseUrl, config.migrationDatabaseUrl ?? config.databaseUrl, config);
  }
  if (!existsSync(join(config.dataDir, 'postgres', 'PG_VERSION'))) throw nothingYet();
  const embedded = await startEmbedded({ dataDir: config.dataDir });
  try {
    await own(email, embedded.url('service'), embedded.url('owner'), config);
  } finally {
    await embedded.leave();
  }
}

const nothingYet = (): Error =>
  new Error('there is no organization yet: start the service once (make start)');

async function own(email: string, databaseUrl: string, ownerUrl: string, config: Config): Promise<void> {
  if (!(await isMigrated(ownerUrl))) throw nothingYet();
  await migrate(ownerUrl, roleOf(databaseUrl));
  const database = await openDatabase(databaseUrl, config.databasePoolSize);
  try {
    const tenant = await firstTenant(database.pool);
    if (!tenant) throw nothingYet();
    const { maxInvitationsPerHour, maxMailsPerHour } = config;
    const mail = { enabled: canSendMail(config), maxInvitationsPerHour, maxMailsPerHour };
    const { user, done } = await inTransaction(database.orm, tenant, (em) => makeOwner(em, email, mail));
    const was = { created: 'is new, and an', changed: 'is now an', nothing: 'was already an' }[done];
    process.stdout.write(`${email} ${was} OWNER of ${tenant.name} (${user.id}, ${user.status}).\n`);
    if (done === 'created') process.stdout.write(mail.enabled ? invited(config) : active(user.id));
    // Whoever runs that directory may know the password, and can change the address.
    if (done !== 'created' && user.source !== 'LOCAL')
      process.stdout.write(
        `They came from another directory (${user.source}), which goes on changing them.\n`,
      );
    if (user.status === 'SUSPENDED') process.stdout.write('They cannot log in until they are reactivated.\n');
  } finally {
    await database.close();
  }
}

const invited = ({ smtpUrl, dataDir }: Config): string =>
  `The service sends the invitation${smtpUrl === undefined ? ` to ${dataDir}/outbox` : ''} as soon as it runs.\n`;

const active = (id: string): string =>
  `No mail can be sent (SMTP_URL), so nobody was invited: give them a password with PATCH /api/v1/directory/users/${id}.\n`;

function sentenceOf(error: unknown): string {
  if (!(error instanceof Failure)) return reasonOf(error);
  if (error.code === 'USER_STATE_CONFLICT')
    return 'this person has left for good (DEPROVISIONED); delete them first';
  return `${error.message} ${JSON.stringify(error.details)}`;
}

main((process.argv[2] ?? '').trim()).catch((error: unknown) => {
  process.stderr.write(`Nobody was made owner: ${sentenceOf(error)}.\n`);
  process.exitCode = 1;
});
