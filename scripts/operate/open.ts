// Opens a restored database, when every tenant was reconciled or suspended (docs/backup.md).
import { reasonOf } from '../../src/database/unusable.ts';
import { openRestored } from '../../src/recovery/opening.ts';
import { withStartedDatabase } from '../started-database.ts';

await withStartedDatabase(
  async (database) => {
    const noActs = process.env['NO_OPERATOR_AUDIT'] === '1';
    const { waiting, needsActs, opensAt } = await openRestored(database, { noActs });
    if (waiting.length === 0 && needsActs)
      throw new Error(
        'operators may have suspended, closed or erased organizations after the backup. Read the output of make operator-audit from before the loss with make reconcile FILE=…. If operators did nothing after the backup, run make open NO_OPERATOR_AUDIT=1',
      );
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
