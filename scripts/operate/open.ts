// Opens a restored database, when every tenant was reconciled or suspended (docs/backup.md).
import { reasonOf } from '../../src/database/unusable.ts';
import { openRestored } from '../../src/recovery/opening.ts';
import { withStartedDatabase } from '../started-database.ts';

await withStartedDatabase(
  async (database) => {
    const { waiting, opensAt } = await openRestored(database);
    if (opensAt === undefined) {
      const names = waiting.map(({ orgId, environment }) => `${orgId} (${environment})`).join(', ');
      throw new Error(`reconcile or suspend these tenants first: ${names}`);
    }
    process.stdout.write(`The service is open from ${opensAt.toISOString()} on.\n`);
  },
  { asOwner: true },
).catch((error: unknown) => {
  process.stderr.write(`The service stays closed: ${reasonOf(error)}.\n`);
  process.exitCode = 1;
});
