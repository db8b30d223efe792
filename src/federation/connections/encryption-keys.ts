import type { KeyObject } from 'node:crypto';
import { newId } from '../../lib/id.ts';
import { beforehand } from '../../platform/beforehand.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { type Actor, emit } from '../../platform/events.ts';
import { hashesPerKey, payHashes } from '../../platform/heavy-work.ts';
import { requireUnreplaced, type Sight } from '../../platform/replacing.ts';
import { lockTenant, type TenantLock } from '../../platform/sql/tenants.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Tx } from '../../platform/tx.ts';
import { newEncryptionPair } from '../../saml-metadata/encryption-pair.ts';
import {
  type EncryptionKeyRow,
  readEncryptionKeys,
  removeEncryptionKeys,
  retireEncryptionKeys,
  writeEncryptionKey,
} from './sql/encryption-keys.ts';

/** Returns the purpose that the private half of a key is sealed for. */
export const encryptionKeyPurpose = (keyId: string): string => `encryption-key:${keyId}`;

/**
 * The certificate that identity providers encrypt for: that of the newest key. The first caller makes a key, so that a tenant without
 * SAML connections costs nothing.
 */
export async function encryptionCertificate(tx: Tx, vault: Vault): Promise<string> {
  const { orgId } = tenancyOf(tx);
  const [present] = await readEncryptionKeys(tx, orgId);
  if (present) return present.certificate;
  const made = await newEncryptionKey(tx);
  const lock = await lockTenant(tx, orgId);
  // Another request may have been first: this key is then forgotten.
  const [other] = await readEncryptionKeys(tx, orgId);
  if (other) return other.certificate;
  await keepEncryptionKey(tx, lock, vault, made);
  return made.certificate;
}

/**
 * Makes a new key, which the metadata names from now on instead of the present one. The keys before decrypt for another 30 days,
 * because identity providers remember the metadata, and administrators copy certificates by hand.
 * @param how.emergency the keys before are known to others, and decrypt nothing any more
 * @param how.seen the keys as they were when the request came
 * @returns the keys that were made and removed
 * @throws {Failure} KEY_STATE_CONFLICT when another request changed the keys at the same time
 */
export async function rotateEncryptionKey(
  tx: Tx,
  vault: Vault,
  { actor, emergency, seen }: { actor: Actor; emergency: boolean; seen: Sight },
): Promise<{ made: string[]; removed: string[] }> {
  const { orgId, now } = tenancyOf(tx);
  const made = await newEncryptionKey(tx);
  const lock = await lockTenant(tx, orgId);
  await requireUnreplaced(tx, seen, 'KEY_STATE_CONFLICT');
  const replacedKeyIds = await (emergency ? removeEncryptionKeys : retireEncryptionKeys)(tx, lock);
  await keepEncryptionKey(tx, lock, vault, made);
  const data = { keyId: made.id, algorithm: 'RSA-OAEP', activatesAt: now.toISOString() } as const;
  await emit(tx, [{ type: 'key.rotated', data: { ...data, emergency, replacedKeyIds, rotatedBy: actor } }]);
  return { made: [made.id], removed: emergency ? replacedKeyIds : [] };
}

async function keepEncryptionKey(
  tx: Tx,
  lock: TenantLock,
  vault: Vault,
  { id, pem, certificate }: NewKey,
): Promise<void> {
  const sealed = vault.seal(pem, lock.orgId, encryptionKeyPurpose(id));
  await writeEncryptionKey(tx, lock, { id, certificate, sealed });
}

/** Opens the keys of the tenant, to decrypt assertions with. @returns private keys in PEM, the newest first */
export async function decryptionKeys(tx: Tx, vault: Vault): Promise<string[]> {
  const { orgId } = tenancyOf(tx);
  const keys = await readEncryptionKeys(tx, orgId);
  return keys.map(({ id, sealed }: EncryptionKeyRow) => vault.open(sealed, orgId, encryptionKeyPurpose(id)));
}

/** A new key, which no row holds yet. */
interface NewKey {
  id: string;
  /** The private half. */
  pem: string;
  /** In PEM. */
  certificate: string;
}

/** Makes a key and its certificate before the transaction. @throws {RateLimited} when the tenant makes too many */
function newEncryptionKey(tx: Tx): Promise<NewKey> {
  const { orgId, now } = tenancyOf(tx);
  return beforehand(tx, 'encryption key', async () => {
    payHashes(orgId, hashesPerKey);
    const { privateKey, certificate } = await newEncryptionPair(orgId, `SAML ${orgId}`, now);
    return { id: newId('key'), pem: pemOf(privateKey), certificate };
  });
}

const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
