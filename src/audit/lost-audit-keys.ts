// Replaces audit keys when the operator has lost their master key (ADR 0084).
import type { Pool } from 'pg';
import { systemActor } from '../platform/grants.ts';
import { inTransaction, type Tenant } from '../platform/tenancy.ts';
import { type Vault, VaultError } from '../platform/vault.ts';
import type { Orm, Tx } from '../platform/tx.ts';
import { recordAudit } from './audit.ts';
import { auditKeyPurpose, makeAuditKey, sealedPublicKey } from './audit-keys.ts';
import { type VerifyingKey, verifyingKey } from './audit-signature.ts';
import { auditKeys } from './sql/checkpoints.ts';
import { type LostAuditKey, lostAuditKeys, replacePrivateKey } from './sql/lost-keys.ts';

/** A tenant whose key was replaced. */
export interface ReplacedAuditKey {
  orgId: string;
  /** The keys that only verify from now on. */
  lostKeyIds: string[];
  /** The key that signs from now on. */
  keyId: string;
}

/**
 * Keeps the public half of each audit key that only a lost master key opens, sealed, and makes a new key for its tenant. The chain goes on. An
 * audit row names both keys. Safe on several nodes at once, and after an interruption.
 * @param lost ids of the master keys that the operator has lost. Nothing in the database may decide this.
 */
export async function replaceLostAuditKeys(
  { orm, pool }: { orm: Orm; pool: Pool },
  vault: Vault,
  lost: readonly string[],
): Promise<ReplacedAuditKey[]> {
  const gone = lost.filter((id) => !vault.keyIds.includes(id));
  if (gone.length === 0) return [];
  const tenants = Map.groupBy(await lostAuditKeys(pool, gone), ({ orgId }) => orgId);
  const replaced: ReplacedAuditKey[] = [];
  for (const [orgId, keys] of tenants) {
    const [{ environment } = { environment: 'live' as const }] = keys;
    const tenant: Tenant = { orgId, environment };
    const one = await inTransaction(orm, tenant, (tx) => replaceKeys(tx, vault, orgId, keys));
    if (one) replaced.push(one);
  }
  return replaced;
}

async function replaceKeys(
  tx: Tx,
  vault: Vault,
  orgId: string,
  keys: readonly LostAuditKey[],
): Promise<ReplacedAuditKey | undefined> {
  const lostKeyIds: string[] = [];
  for (const row of keys) {
    const key = publicHalf(row);
    if (key && (await replacePrivateKey(tx, row, sealedPublicKey(vault, orgId, key))))
      lostKeyIds.push(key.id);
  }
  if (lostKeyIds.length === 0 || (await hasSigner(tx, vault, orgId))) return undefined;
  const { id: keyId } = await makeAuditKey(tx, vault, orgId);
  await recordAudit(tx, [
    {
      action: 'audit_key.replace',
      actor: systemActor,
      targetId: keyId,
      result: 'SUCCESS',
      reason: `MASTER_KEY_LOST: replaces ${lostKeyIds.join(', ')}`,
    },
  ]);
  return { orgId, lostKeyIds, keyId };
}

/** The public half of a row, if it belongs to the id. */
function publicHalf({ id, publicKey }: LostAuditKey): VerifyingKey | undefined {
  try {
    const key = verifyingKey(publicKey);
    return key.id === id ? key : undefined;
  } catch {
    return undefined; // not a point of the curve
  }
}

/** Whether a key of the tenant still signs. A key under another missing master key does not. */
async function hasSigner(tx: Tx, vault: Vault, orgId: string): Promise<boolean> {
  for (const { id, privateKey } of await auditKeys(tx, orgId)) {
    try {
      if (!vault.open(privateKey, orgId, auditKeyPurpose(id)).startsWith('{')) return true;
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
    }
  }
  return false;
}
