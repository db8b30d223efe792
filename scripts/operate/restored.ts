// Marks a database that was restored by other tools, before a node starts: nodes then stay closed (docs/backup.md).
import { reasonOf } from '../../src/database/unusable.ts';
import { newId } from '../../src/lib/id.ts';
import { markRestored } from '../../src/recovery/marking.ts';
import { withStartedDatabase } from '../started-database.ts';
import { afterRestore } from './next-steps.ts';
import { vaultOf } from './vault-of.ts';

await withStartedDatabase(
  async (database, config) => {
    const vault = await vaultOf(config, database);
    const { id, marked } = await markRestored({ ...database, vault }, process.argv[2] || undefined);
    process.stdout.write(`The database is marked as restored (${id}, ${marked} tenants).\n${afterRestore}`);
    if (marked === 0)
      process.stdout.write(
        `No tenant was marked, because this restore has its mark. If the database was restored since, run make restored RESTORE=${newId('rst')}.\n`,
      );
  },
  { asOwner: true, alone: true },
).catch((error: unknown) => {
  process.stderr.write(
    `The database was not marked as restored: ${reasonOf(error)}. Run the command again.\n`,
  );
  process.exitCode = 1;
});
