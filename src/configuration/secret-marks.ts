import { VaultError, type Vault } from '../platform/vault.ts';
import { markOf } from './canonical.ts';
import { type Desired, isPlain } from './desired.ts';
import type { SecretMarks } from './planning.ts';
import type { ManagedRow } from './sql/managed-objects.ts';

export const secretMarksPurpose = (objectId: string): string => `managed-object:${objectId}`;

/** Opens the hashes of the secrets that an apply gave an object. A hash alone would let a thief of the database try short secrets. */
export function openSecretMarks(vault: Vault, orgId: string, row: ManagedRow | undefined): SecretMarks {
  if (!row?.secrets) return {};
  try {
    return JSON.parse(vault.open(row.secrets, orgId, secretMarksPurpose(row.objectId))) as SecretMarks;
  } catch (error) {
    // Under a key that is gone the hashes say nothing. The next apply sends the secrets again.
    if (error instanceof VaultError) return {};
    throw error;
  }
}

/** Seals the hashes of the secrets that an object has now. */
export function sealSecretMarks(
  vault: Vault,
  orgId: string,
  objectId: string,
  { secrets }: Desired,
  before: SecretMarks,
): Buffer | null {
  const marks: Record<string, string> = { ...before };
  for (const [field, given] of secrets) if (isPlain(given)) marks[field] = markOf(given);
  if (Object.keys(marks).length === 0) return null;
  return vault.seal(JSON.stringify(marks), orgId, secretMarksPurpose(objectId));
}
