// Whether MASTER_KEY is what the database was sealed under (docs/decisions/0044).
import type { ClientBase, Pool } from 'pg';
import { forgetMasterKeys, masterKeysInUse, noteMasterKey, showMasterKey } from './sql/master-keys.ts';
import { type Vault, VaultError } from './vault.ts';

type Client = Pick<Pool | ClientBase, 'query'>;

const purpose = 'master-key check';
const content = 'keyward';

/**
 * Returns what is wrong with the keys of this process, in words for an operator, and nothing when all that is sealed can
 * be opened.
 */
export async function masterKeyFault(
  client: Client,
  vault: Pick<Vault, 'keyIds' | 'open'>,
  lost: readonly string[] = [],
): Promise<string | undefined> {
  for (const { keyId, checkValue } of await masterKeysInUse(client)) {
    if (!vault.keyIds.includes(keyId)) {
      if (lost.includes(keyId)) continue;
      return `secrets are sealed under the master key ${keyId}, which is not in MASTER_KEY`;
    }
    if (checkValue && !opens(vault, checkValue)) {
      return `the check value of the master key ${keyId} cannot be decrypted`;
    }
  }
  return undefined;
}

function opens(vault: Pick<Vault, 'open'>, checkValue: Buffer): boolean {
  try {
    return vault.open(checkValue, '', purpose) === content;
  } catch (error) {
    if (error instanceof VaultError) return false;
    throw error;
  }
}

/** Tells whether the database holds something that a master key sealed. */
export const isSealed = async (client: Client): Promise<boolean> =>
  (await masterKeysInUse(client)).length > 0;

/**
 * Refuses a start with other keys than those the database was sealed under, and notes the first key, which seals from now
 * on. Forgets the keys that the operator has lost.
 * @param lost ids of keys that are gone for good
 * @param replaceLost replaces what only they opened. It runs before they are forgotten, so that an interrupted start asks for them again.
 * @throws with a sentence for the operator
 */
export async function requireMasterKeys(
  pool: Pool,
  vault: Vault,
  lost: readonly string[],
  replaceLost: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const fault = await masterKeyFault(pool, vault, lost);
  if (fault !== undefined) {
    const [, keyId] = /key ([0-9a-f]{8})/.exec(fault) ?? [];
    throw new Error(
      `${fault}: add that key to MASTER_KEY again (a list of keys rotates them), or, if it is lost for good, set MASTER_KEY_LOST=${keyId}.`,
    );
  }
  await noteFirst(pool, vault);
  await replaceLost();
  await forgetMasterKeys(pool, lost);
}

/** Notes that what these keys open is sealed under the first of them now: the others are not needed any more. */
export async function keepFirstMasterKey(pool: Pool, vault: Vault): Promise<void> {
  await noteFirst(pool, vault);
  await forgetMasterKeys(pool, vault.keyIds.slice(1));
}

async function noteFirst(pool: Pool, { keyIds: [first = ''], seal }: Vault): Promise<void> {
  await noteMasterKey(pool, first, seal(content, '', purpose));
}

const showEveryMs = 5_000;

/**
 * Lets operators see which key this node encrypts with. Connects again within seconds after the connection was lost, also where
 * nothing else uses the pool.
 * @param pool has one connection
 */
export async function showFirstMasterKey(
  pool: Pool,
  { keyIds: [first = ''] }: Pick<Vault, 'keyIds'>,
  everyMs = showEveryMs,
): Promise<{ stop(): void }> {
  // A pool behind a proxy that pools transactions may refuse it. Nothing depends on it but what an operator sees.
  pool.on('connect', (client) => void showMasterKey(client, first).catch(() => {}));
  await pool.query('select');
  const timer = setInterval(() => {
    // A query that waits for the connection notices a lost connection as well.
    if (pool.waitingCount === 0) pool.query('select').catch(() => {}); // the next time will do
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
