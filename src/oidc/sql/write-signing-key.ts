import type { EntityManager } from '@mikro-orm/postgresql';
import type { TenantLock } from '../../platform/sql/lock-tenant.ts';
import type { PublicTokenKey, TokenAlgorithm } from '../token-key.ts';
import type { SigningKeyStatus } from './signing-keys.ts';

export interface NewSigningKeyRow {
  id: string;
  algorithm: TokenAlgorithm;
  status: Exclude<SigningKeyStatus, 'RETIRED'>;
  publicKey: PublicTokenKey;
  /** Sealed. */
  privateKey: Buffer;
  activatesAt: Date;
  dueAt: Date;
}

/** Keeps a new key. */
export async function writeSigningKey(
  em: EntityManager,
  { orgId }: TenantLock,
  key: NewSigningKeyRow,
): Promise<void> {
  await em.execute(text, [
    orgId,
    key.id,
    key.algorithm,
    key.status,
    JSON.stringify(key.publicKey),
    key.privateKey,
    key.activatesAt.toISOString(),
    key.dueAt.toISOString(),
  ]);
}

const text = `
insert into signing_keys (org_id, id, algorithm, status, public_key, private_key, activates_at, due_at)
values (?, ?, ?, ?, ?::jsonb, ?, ?::timestamptz, ?::timestamptz)`;
