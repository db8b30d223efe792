import type { DeviceTrust } from '../judge/types.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { deviceByCertificate } from './sql/access-devices.ts';

/** A device that decisions recognize. */
export interface KnownDevice {
  id: string;
  platform: string;
  trust: DeviceTrust;
}

/**
 * Returns the device of a user that has the certificate. A device counts for its owner only. If its trust has expired, it counts
 * as unmanaged.
 */
export async function knownDevice(
  tx: Tx,
  { userId, thumbprint, now }: { userId: string; thumbprint: string; now: Date },
): Promise<KnownDevice | undefined> {
  const found = await deviceByCertificate(tx, tenancyOf(tx).orgId, { userId, thumbprint });
  if (!found) return undefined;
  const { id, platform, trust, trustExpiresAt } = found;
  const isExpired = trustExpiresAt !== null && Date.parse(trustExpiresAt) <= now.getTime();
  return { id, platform, trust: isExpired ? 'unmanaged' : trust };
}
