import { beforehand } from '../platform/beforehand.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { newId } from '../lib/id.ts';
import {
  newTokenKey,
  type PrivateTokenKey,
  publicHalf,
  tokenAlgorithms,
  type TokenAlgorithm,
} from './token-key.ts';
import { loadOidcProvider, type OidcProviderRow, renewOidcVersion } from './sql/provider-version.ts';
import { lockTenant, type TenantLock } from '../platform/sql/tenants.ts';
import { readSigningKeys, writeSigningKey } from './sql/signing-keys.ts';
import type { Vault } from '../platform/vault.ts';
import { hashesPerKey, makeKeyInTurn, payHashes } from '../platform/heavy-work.ts';
import type { Tx } from '../platform/tx.ts';

const dayMs = 86_400_000;
/** Each holder of a copy of the published keys fetches them again within this time. */
export const publishedBeforeMs = dayMs;
/** How long a key signs. */
export const signsForMs = 30 * dayMs;
/**
 * How long a key that signs no more is published. No token lives longer than a day, but an ID token is shown once more to
 * sign out, at the end of a login that lasts seven.
 */
export const keptForMs = 8 * dayMs;

/** Returns the purpose that the private half of a key is sealed for. */
export const signingKeyPurpose = (keyId: string): string => `signing-key:${keyId}`;

/** The parts of the OpenID Connect provider of a tenant, with keys that can sign. */
export interface OidcProvider extends Omit<OidcProviderRow, 'keys'> {
  /**
   * Private: those that sign come first, then those that will, then those that did. So the first of an algorithm signs,
   * and all are published.
   */
  keys: PrivateTokenKey[];
}

/**
 * The provider of the tenant and the version it is. The first one who asks for it makes its keys, so that a tenant without
 * clients costs nothing.
 * @throws {VaultError} a key cannot be opened
 */
export async function oidcProvider(tx: Tx, vault: Vault): Promise<OidcProvider> {
  const { orgId } = tenancyOf(tx);
  const read = async (): Promise<OidcProviderRow> => {
    const row = await loadOidcProvider(tx, orgId);
    if (!row) throw new Error(`there is no tenant ${orgId}`);
    return row;
  };
  let row = await read();
  if (row.keys.length === 0) {
    await makeFirstKeys(tx, vault);
    row = await read();
  }
  return { ...row, keys: row.keys.map(({ id, privateKey }) => opened(vault, orgId, id, privateKey)) };
}

/** The keys of the tenant and their version, the one that signs first. @throws {VaultError} one cannot be opened */
export async function signingKeys(tx: Tx, vault: Vault): Promise<Pick<OidcProvider, 'version' | 'keys'>> {
  const { version, keys } = await oidcProvider(tx, vault);
  return { version, keys };
}

const opened = (vault: Vault, orgId: string, id: string, sealed: string): PrivateTokenKey =>
  JSON.parse(vault.open(Buffer.from(sealed, 'base64'), orgId, signingKeyPurpose(id))) as PrivateTokenKey;

/**
 * Makes a key for each algorithm. Each key signs at once, because no older copy of the key set exists that could lack
 * it.
 */
async function makeFirstKeys(tx: Tx, vault: Vault): Promise<void> {
  const { orgId } = tenancyOf(tx);
  const made = await keysBeforehand(tx, tokenAlgorithms);
  const lock = await lockTenant(tx, orgId);
  // Others may have been first: theirs are the keys, and these are forgotten.
  if ((await readSigningKeys(tx, orgId)).length > 0) return;
  await keep(tx, lock, vault, made, 'ACTIVE');
  await renewOidcVersion(tx, orgId);
}

/** Makes keys at once; an RSA key takes up to a second. */
export const newKeys = (algorithms: readonly TokenAlgorithm[]): Promise<PrivateTokenKey[]> =>
  Promise.all(algorithms.map((algorithm) => newTokenKey(algorithm, newId('key'))));

/** Makes keys before the transaction. @throws {RateLimited} when the tenant makes too many */
export async function keysBeforehand(
  tx: Tx,
  algorithms: readonly TokenAlgorithm[],
): Promise<PrivateTokenKey[]> {
  if (algorithms.length === 0) return [];
  const { orgId } = tenancyOf(tx);
  return beforehand(tx, `keys ${algorithms.join()}`, async () => {
    payHashes(orgId, hashesPerKey);
    return makeKeyInTurn(orgId, () => newKeys(algorithms));
  });
}

/** Keeps new keys, which sign from now on or when everybody knows them. */
export async function keep(
  tx: Tx,
  lock: TenantLock,
  vault: Vault,
  keys: readonly PrivateTokenKey[],
  status: 'ACTIVE' | 'UPCOMING',
): Promise<void> {
  const { orgId } = lock;
  const { now } = tenancyOf(tx);
  const activatesAt = status === 'ACTIVE' ? now : new Date(now.getTime() + publishedBeforeMs);
  // Its successor is made a day before it takes over.
  const dueAt = status === 'ACTIVE' ? new Date(now.getTime() + signsForMs - publishedBeforeMs) : activatesAt;
  for (const key of keys) {
    await writeSigningKey(tx, lock, {
      id: key.kid,
      algorithm: key.alg,
      status,
      publicKey: publicHalf(key),
      privateKey: vault.seal(JSON.stringify(key), orgId, signingKeyPurpose(key.kid)),
      activatesAt,
      dueAt,
    });
  }
}
