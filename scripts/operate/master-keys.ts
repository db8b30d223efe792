// Shows which master keys are needed, makes a new one, and removes those that nothing needs any more.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../../src/config.ts';
import { readMasterKeys, writeMasterKeys } from '../../src/database/master-key.ts';
import type { Database } from '../../src/database/open.ts';
import { reasonOf } from '../../src/database/unusable.ts';
import { createVault } from '../../src/platform/vault.ts';
import { type KeyState, masterKeyState, needOf } from '../../src/workers/master-key-state.ts';
import { withStartedDatabase } from '../started-database.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const fileOf = ({ dataDir }: Config): string => join(dataDir, 'master.key');
const idOf = (key: Buffer): string => createVault([key]).keyIds[0] ?? '';

/** @throws without a key, which the state of a database of yours cannot be read without */
function keysOf(config: Config): readonly Buffer[] {
  if (config.masterKey !== undefined) return config.masterKey;
  if (config.databaseUrl === undefined) return readMasterKeys(fileOf(config));
  throw new Error('MASTER_KEY is required with DATABASE_URL: run the command with the environment of a node');
}

/** Whether the keys are in a file that this command may change. */
const isFile = ({ masterKey, databaseUrl }: Config): boolean =>
  masterKey === undefined && databaseUrl === undefined;

function show(states: readonly KeyState[], known: readonly string[]): void {
  states.forEach((state, at) => {
    const role = !known.includes(state.keyId) ? 'not in MASTER_KEY' : at === 0 ? 'encrypts' : 'decrypts only';
    say(`Key ${state.keyId} (${role})`);
    for (const { column, count, until } of state.columns)
      say(`  ${column.padEnd(40)} ${count}${until === null ? '' : `, the last until ${until}`}`);
    for (const { pid, address } of state.nodes)
      say(`  a node at ${address ?? 'this machine'} encrypts with it (Postgres process ${pid})`);
    if (at === 0) return;
    const need = needOf(state);
    say(need === undefined ? '  It can go now: nothing needs it.' : `  It cannot go yet: ${need}.`);
  });
}

async function showState({ pool }: Database, config: Config): Promise<void> {
  const known = keysOf(config).map(idOf);
  show(await masterKeyState(pool, known), known);
  say('Only nodes that are connected to the database are listed, and none of an earlier release.');
  say('Before you remove a key, make sure that every node is up.');
}

async function rotate(_: Database, config: Config): Promise<void> {
  const key = randomBytes(32);
  if (!isFile(config)) {
    say(`A new master key, shown only now. Its id is ${idOf(key)}:\n\n  ${key.toString('base64')}\n`);
    say('1. Store it apart from the backups of the database.');
    say(
      '2. Put it behind the keys of MASTER_KEY on all nodes (MASTER_KEY=<old>,<new>), and restart them one by one.',
    );
    say('3. Put it before the others (MASTER_KEY=<new>,<old>), and restart all nodes one by one.');
    say('   Restart a node with ROLE=all or ROLE=worker last: it encrypts the values of the old key again.');
    say('4. Run make master-keys with the new MASTER_KEY until it says that the old key can go.');
    say(
      '5. Then remove the old key from MASTER_KEY, and restart all nodes. Keep it as long as backups that need it.',
    );
    return;
  }
  const present = readMasterKeys(fileOf(config));
  if (present.length > 1)
    throw new Error(
      `${fileOf(config)} has ${present.length} keys: end that rotation first, with make drop-master-keys`,
    );
  writeMasterKeys(fileOf(config), [key, ...present]);
  say(`${fileOf(config)} has a new first key, ${idOf(key)}, before ${present.map(idOf).join(', ')}.`);
  say('1. Copy the file to where you keep it apart from the backups.');
  say('2. Restart the service. It encrypts the values of the old key again.');
  say('3. Run make master-keys until it says that the old key can go.');
  say('4. Run make drop-master-keys. Keep the old key as long as backups that need it.');
}

async function drop({ pool }: Database, config: Config): Promise<void> {
  const [first, ...others] = keysOf(config);
  if (!first || others.length === 0) throw new Error('there is only one master key');
  const states = await masterKeyState(pool, [first, ...others].map(idOf));
  for (const key of others) {
    const state = states.find(({ keyId }) => keyId === idOf(key));
    const need = state && needOf(state);
    if (need !== undefined) throw new Error(`the key ${idOf(key)} cannot go yet: ${need}`);
  }
  const gone = others.map(idOf).join(', ');
  if (!isFile(config)) {
    say(
      `Nothing needs ${gone}, if every node is up: a node without a connection to the database is not seen.`,
    );
    say('Set MASTER_KEY to its first key alone on all nodes, and restart them.');
    return;
  }
  writeMasterKeys(fileOf(config), [first]);
  say(`Removed ${gone} from ${fileOf(config)}. The running service forgets it at its next start.`);
}

const actions: Record<string, (database: Database, config: Config) => Promise<void>> = {
  show: showState,
  rotate,
  drop,
};

const action = actions[process.argv[2] ?? 'show'] ?? showState;
withStartedDatabase(action).catch((error: unknown) => {
  process.stderr.write(`The master keys stay as they are: ${reasonOf(error)}.\n`);
  process.exitCode = 1;
});
