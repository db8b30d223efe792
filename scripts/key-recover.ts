// Makes a new key with scope * for an organization that has lost its last one, whether the service runs or not.
import { inTransaction } from '../src/platform/tenancy.ts';
import { reasonOf } from '../src/database/unusable.ts';
import { recoverKey } from '../src/credentials/recovering-key.ts';
import { tenantNamed, withStartedDatabase } from './started-database.ts';

async function main(orgId: string): Promise<void> {
  const find = tenantNamed(orgId);
  await withStartedDatabase(async ({ pool, orm }) => {
    const tenant = await find(pool);
    await inTransaction(orm, tenant, async (tx) => {
      const { credential, secret } = await recoverKey(tx);
      // Before it is committed: a crash in between shows a key that does not work, not a key that is lost.
      process.stdout.write(
        `A new ${tenant.environment} key of ${tenant.orgId} with scope *, shown only now:\n\n  ${secret}\n\nIt is ${credential.id}. Revoke it when you have made another one.\n`,
      );
    });
  });
}

main((process.argv[2] ?? '').trim()).catch((error: unknown) => {
  process.stderr.write(`No key was made: ${reasonOf(error)}.\n`);
  process.exitCode = 1;
});
