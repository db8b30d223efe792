import { timingSafeEqual } from 'node:crypto';
import { hashSecret } from '../lib/secret.ts';

/** Whether a client presents its secret, or the one before it while its time of grace lasts. */
export function isClientSecret(
  { secretHashes }: { secretHashes: readonly Uint8Array[] },
  presented: string,
): boolean {
  const hash = hashSecret(presented);
  return secretHashes.map((one) => one.length === hash.length && timingSafeEqual(one, hash)).some(Boolean);
}
