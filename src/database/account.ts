// Postgres refuses to run as root. When we are root, this decides which account runs it instead and whether
// that account can reach a folder at all.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errorCode } from '../lib/error-code.ts';

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** The account that must run Postgres on this cluster, or undefined when our own will do. */
export function postgresAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  // Postgres insists on owning its files, so an existing cluster has already decided.
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid && gid) return { name, uid, gid };
  }
  throw new Error(
    'Postgres refuses to run as root, and the accounts "postgres" and "nobody" do not exist: ' +
      'run as another user or set DATABASE_URL',
  );
}

function idOf(flag: string, name: string): number | undefined {
  try {
    return Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return undefined;
  }
}

/** The first folder on the way to `folder`, itself included, that the mode bits close to the account. */
export function closedFolder(account: Account, folder: string): string | undefined {
  const parent = dirname(folder);
  const above = parent === folder ? undefined : closedFolder(account, parent);
  if (above) return above;
  const { mode, uid, gid } = statSync(folder);
  // Only the account's primary group counts: spawn drops the supplementary ones.
  const mayEnter = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  return mode & mayEnter ? undefined : folder;
}

/**
 * Makes the data directory and returns its real path. Under root every account may pass through the directory (0711).
 * Other files in it must therefore be private by their own mode.
 */
export function openDataDir(dataDir: string, account: Account | undefined): string {
  const wanted = resolve(dataDir);
  const created = makeFolder(wanted, account ? 0o711 : 0o700);
  const real = realpathSync(wanted);
  if (!account) return real;
  // A strict umask took the x bits away from the folders just made.
  if (created)
    for (let made = wanted; made.length >= created.length; made = dirname(made)) chmodSync(made, 0o711);
  const { mode, uid } = statSync(real);
  if (uid === 0 && (mode & 0o011) !== 0o011) chmodSync(real, (mode & 0o7777) | 0o011);
  const closed = closedFolder(account, real);
  if (closed) {
    throw new Error(
      `Postgres refuses to run as root, and its account ${account.name} cannot enter ${closed}: ` +
        'set DATA_DIR to a folder it can enter, or set DATABASE_URL',
    );
  }
  return real;
}

/** @returns the first folder that was made, if one was */
function makeFolder(wanted: string, mode: number): string | undefined {
  try {
    return makeWithParents(wanted, mode);
  } catch (cause) {
    throw new Error(
      `DATA_DIR cannot be created at ${wanted} (${errorCode(cause)}): set it to a folder that the service may write to`,
      {
        cause,
      },
    );
  }
}

/** As mkdirSync with `recursive`, which goes round and round where folders come and go, as in /proc. */
function makeWithParents(wanted: string, mode: number): string | undefined {
  const parent = dirname(wanted);
  const above = parent === wanted || existsSync(parent) ? undefined : makeWithParents(parent, mode);
  try {
    mkdirSync(wanted, { mode });
    return above ?? wanted;
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && statSync(wanted).isDirectory()) return above;
    throw error;
  }
}
