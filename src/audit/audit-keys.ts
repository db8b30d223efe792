import type { EntityManager } from '@mikro-orm/postgresql';
import { newSigningKey, type SigningKey, signingKey } from './audit-signature.ts';
import { auditKeys, writeAuditKey } from './sql/checkpoints.ts';
import type { LockedChain } from './sql/sealing.ts';
import type { Vault } from '../platform/vault.ts';

/** Returns the purpose that the private half of a key is sealed for. */
export const auditKeyPurpose = (keyId: string): string => `audit-key:${keyId}`;

/**
 * The keys that may have signed for a tenant, the newest first.
 * @throws {VaultError} one cannot be opened
 */
export async function auditKeysOf(em: EntityManager, vault: Vault, orgId: string): Promise<SigningKey[]> {
  const rows = await auditKeys(em, orgId);
  return rows.map(({ id, privateKey }) => signingKey(vault.open(privateKey, orgId, auditKeyPurpose(id))));
}

/** Returns the key that signs for a tenant. The first use makes the key; without the lock, two callers would make two keys. */
export async function keyToSign(em: EntityManager, vault: Vault, chain: LockedChain): Promise<SigningKey> {
  const { orgId } = chain;
  const [newest] = await auditKeysOf(em, vault, orgId);
  if (newest) return newest;
  const { id, publicKey, privateKey } = newSigningKey();
  await writeAuditKey(em, chain, {
    id,
    publicKey,
    privateKey: vault.seal(privateKey, orgId, auditKeyPurpose(id)),
  });
  return signingKey(privateKey);
}
