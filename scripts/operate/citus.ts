// Says what Citus would do with the schema: which tables it spreads by tenant, and what must change (docs/scaling.md). It only
// reads the catalogue.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { nothingYet } from '../started-database.ts';
import { type Distribution, type Finding, planDistribution } from './distribution.ts';

const { databaseUrl, dataDir } = readConfig(process.env);
if (databaseUrl !== undefined) await show(databaseUrl);
else {
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) throw nothingYet();
  const embedded = await startEmbedded({ dataDir });
  try {
    await show(embedded.url('service'));
  } finally {
    await embedded.leave();
  }
}

async function show(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    process.stdout.write(textOf(await planDistribution(client)));
  } finally {
    await client.end();
  }
}

function textOf({ tables, mustChange, mind }: Distribution): string {
  const names = (place: string): string => {
    const at = tables.filter((table) => table.place === place);
    return place === 'DISTRIBUTED'
      ? `  ${at.map(({ name }) => name).join(', ')}\n`
      : at.map(({ name, why }) => `  ${name}: ${why}\n`).join('');
  };
  const count = (place: string): number => tables.filter((table) => table.place === place).length;
  const listed = (findings: readonly Finding[]): string =>
    findings.map(({ table, object, sentence }) => `  ${table}, ${object}: ${sentence}\n`).join('');
  return [
    `Distributed by org_id (${count('DISTRIBUTED')}):\n${names('DISTRIBUTED')}`,
    `Reference tables, the same on every server (${count('REFERENCE')}):\n${names('REFERENCE')}`,
    `On the coordinator alone (${count('LOCAL')}):\n${names('LOCAL')}`,
    `Must change before (${mustChange.length}):\n${listed(mustChange)}`,
    `Mind (${mind.length}):\n${listed(mind)}`,
  ].join('\n');
}
