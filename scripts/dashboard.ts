// Prints a link with which an owner of the first organization opens the dashboard, whether the service runs or not.
import type { Config } from '../src/config.ts';
import { reasonOf } from '../src/database/unusable.ts';
import { inTransaction } from '../src/platform/tenancy.ts';
import { linkTo, makeOwnerLink } from '../src/users/dashboard-links/dashboard-links.ts';
import { activeOwners, type OwnerNamed } from '../src/users/dashboard-links/sql/dashboard-links.ts';
import { theFirst, withStartedDatabase } from './started-database.ts';
import type { Tx } from '../src/platform/tx.ts';

async function main(email: string): Promise<void> {
  await withStartedDatabase(async ({ pool, orm }, config) => {
    const tenant = await theFirst(pool, 'Owners of another one sign in at /admin/sign-in?tenant=org_…');
    const made = await inTransaction(orm, tenant, async (tx) => {
      const owner = await ownerOf(tx, tenant.orgId, email);
      return { owner, token: await makeOwnerLink(tx, owner) };
    });
    const { owner, token } = made;
    process.stdout.write(
      `This link opens the dashboard of ${tenant.name} for ${owner.email ?? owner.username}, once, within 15 minutes. It does not replace a second factor.\n\n  ${linkTo(baseUrlOf(config), token)}\n\n`,
    );
  });
}

async function ownerOf(tx: Tx, orgId: string, email: string): Promise<OwnerNamed> {
  const [owner, another] = await activeOwners(tx, orgId, email === '' ? undefined : email);
  if (owner && (email !== '' || !another)) return owner;
  if (owner)
    throw new Error(
      `there are several owners; say which: make dashboard EMAIL=${owner.email ?? owner.username}`,
    );
  throw new Error(
    email === ''
      ? 'no OWNER is ACTIVE: start the service on this machine for a link, or run make owner EMAIL=ada@example.com'
      : `${email} is not an ACTIVE OWNER: run make owner EMAIL=${email}, and accept the invitation if there is one`,
  );
}

/** Where the service is, as it says itself when it starts. */
const baseUrlOf = ({ baseUrl, tlsCert, port }: Config): string =>
  baseUrl ?? `${tlsCert === undefined ? 'http' : 'https'}://localhost:${port}`;

main((process.argv[2] ?? '').trim()).catch((error: unknown) => {
  process.stderr.write(`No link was made: ${reasonOf(error)}.\n`);
  process.exitCode = 1;
});
