import {
  newSigningKey,
  type PublicJwk,
  type SigningKey,
  signingKey,
  type VerifyingKey,
  verifyingKey,
} from './audit-signature.ts';
import { auditKeys, writeAuditKey } from './sql/checkpoints.ts';
import type { LockedChain } from './sql/sealing.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';

/** Returns the purpose that the private half of a key is sealed for. */
export const auditKeyPurpose = (keyId: string): string => `audit-key:${keyId}`;

/** A key of a tenant. A key whose private half is lost only verifies. */
export type AuditKey = SigningKey | VerifyingKey;

export const canSign = (key: AuditKey): key is SigningKey => 'sign' in key;

/**
 * Lists the keys that may have signed for a tenant, the newest first. The vault proves that the service made each of them. A public key that
 * an attacker writes into the table counts for nothing (ADR 0084).
 * @throws {VaultError} one cannot be opened
 */
export async function auditKeysOf(tx: Tx, vault: Vault, orgId: string): Promise<AuditKey[]> {
  const rows = await auditKeys(tx, orgId);
  return rows.map(({ id, privateKey }) => keyIn(vault.open(privateKey, orgId, auditKeyPurpose(id))));
}

/** Reads the sealed half of a key: the private one as PEM, or the public one as JSON if the private one was lost. */
const keyIn = (content: string): AuditKey =>
  content.startsWith('{') ? verifyingKey(JSON.parse(content) as PublicJwk) : signingKey(content);

/** Returns the bytes that replace the private half of a key that is lost. */
export const sealedPublicKey = (vault: Vault, orgId: string, { id, publicKey }: VerifyingKey): Buffer =>
  vault.seal(JSON.stringify(publicKey), orgId, auditKeyPurpose(id));

/**
 * Returns the key that signs for a tenant. The first use makes the key; without the lock, two callers would make two keys. After that,
 * only the operator causes another key, by `MASTER_KEY_LOST`.
 * @throws {VaultError} a key cannot be opened
 */
export async function keyToSign(tx: Tx, vault: Vault, chain: LockedChain): Promise<SigningKey> {
  const { orgId } = chain;
  const keys = await auditKeysOf(tx, vault, orgId);
  const newest = keys.find(canSign);
  if (newest) return newest;
  if (keys.length > 0)
    throw new Error(`the audit key of ${orgId} that replaced a lost one is gone from the database`);
  return makeAuditKey(tx, vault, orgId);
}

/** Makes a key. The caller makes sure that no other transaction makes one for the tenant. */
export async function makeAuditKey(tx: Tx, vault: Vault, orgId: string): Promise<SigningKey> {
  const { id, publicKey, privateKey } = newSigningKey();
  await writeAuditKey(tx, orgId, {
    id,
    publicKey,
    privateKey: vault.seal(privateKey, orgId, auditKeyPurpose(id)),
  });
  return signingKey(privateKey);
}
