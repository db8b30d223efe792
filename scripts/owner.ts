// Makes a person an OWNER of an organization (decisions 6.8), whether the service runs or not.
import type { Config } from '../src/config.ts';
import { inTransaction } from '../src/platform/tenancy.ts';
import { reasonOf } from '../src/database/unusable.ts';
import { endDashboardLink } from '../src/users/dashboard-links/sql/dashboard-links.ts';
import { makeOwner } from '../src/users/directory/first-owner.ts';
import { Failure } from '../src/failure.ts';
import { isEmailAddress } from '../src/lib/email.ts';
import { canSendMail } from '../src/platform/mail.ts';
import { organizationOf } from '../src/platform/sql/tenants.ts';
import { tenantNamed, withStartedDatabase } from './started-database.ts';

async function main(email: string, orgId: string): Promise<void> {
  if (!isEmailAddress(email)) {
    throw new Error('EMAIL must be an email address, such as ada@example.com');
  }
  const find = tenantNamed(orgId);
  await withStartedDatabase(async ({ pool, orm }, config) => {
    const tenant = await find(pool);
    if (tenant.environment === 'test')
      throw new Error(`${orgId} has test data; ORG must be the id of the live data of the organization`);
    const mail = { enabled: canSendMail(config) };
    const { user, done, name } = await inTransaction(orm, tenant, async (tx) => {
      // The operator chose an owner: a link of the first run, and what began by it, end.
      await endDashboardLink(tx, tenant.orgId);
      const organization = await organizationOf(tx, tenant.orgId);
      return { ...(await makeOwner(tx, email, mail)), name: organization?.name ?? tenant.orgId };
    });
    const was = {
      created: 'is new, and an',
      changed: 'is now an',
      invited: 'is invited again as an',
      nothing: 'was already an',
    }[done];
    process.stdout.write(`${email} ${was} OWNER of ${name} (${user.id}, ${user.status}).\n`);
    if (done === 'created' || done === 'invited')
      process.stdout.write(mail.enabled ? invited(config) : active(user.id));
    // The administrator of that directory may know the password, and can change the address.
    if (done !== 'created' && user.source !== 'LOCAL')
      process.stdout.write(
        `They came from another directory (${user.source}), which goes on changing them.\n`,
      );
    if (user.status === 'SUSPENDED') process.stdout.write('They cannot log in until they are reactivated.\n');
  });
}

const invited = ({ smtpUrl, dataDir }: Config): string =>
  `The service sends the invitation${smtpUrl === undefined ? ` to ${dataDir}/outbox` : ''} as soon as it runs.\n`;

const active = (id: string): string =>
  `No mail can be sent (SMTP_URL), so the user was not invited: set a password with PATCH /api/v1/directory/users/${id}.\n`;

function sentenceOf(error: unknown): string {
  if (!(error instanceof Failure)) return reasonOf(error);
  if (error.code === 'USER_STATE_CONFLICT')
    return 'this user is DEPROVISIONED, which is final; delete the user first';
  return `${error.message} ${JSON.stringify(error.details)}`;
}

const [email = '', org = ''] = process.argv.slice(2);
main(email.trim(), org.trim()).catch((error: unknown) => {
  process.stderr.write(`No user was made owner: ${sentenceOf(error)}.\n`);
  process.exitCode = 1;
});
