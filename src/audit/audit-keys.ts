import type { EntityManager } from '@mikro-orm/postgresql';
import { newSigningKey, type SigningKey, signingKey } from './audit-signature.ts';
import { auditKeys, writeAuditKey } from './sql/audit-keys.ts';
import type { Vault } from '../platform/vault.ts';

/** What the private half of a key is sealed for. */
export const auditKeyPurpose = (keyId: string): string => `audit-key:${keyId}`;

/**
 * The keys that may have signed for a tenant, the newest first.
 * @throws {VaultError} one cannot be opened
 */
export async function auditKeysOf(em: EntityManager, vault: Vault, orgId: string): Promise<SigningKey[]> {
  const rows = await auditKeys(em, orgId);
  return rows.map(({ id, privateKey }) => signingKey(vault.open(privateKey, orgId, auditKeyPurpose(id))));
}

/** The key that signs for a tenant, made at first use. For whoever holds the lock of the chain: two would make two. */
export async function keyToSign(em: EntityManager, vault: Vault, orgId: string): Promise<SigningKey> {
  const [newest] = await auditKeysOf(em, vault, orgId);
  if (newest) return newest;
  const { id, publicKey, privateKey } = newSigningKey();
  await writeAuditKey(em, orgId, {
    id,
    publicKey,
    privateKey: vault.seal(privateKey, orgId, auditKeyPurpose(id)),
  });
  return signingKey(privateKey);
}
