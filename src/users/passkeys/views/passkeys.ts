import type { Passkey as PasskeyBody } from '../../../../generated/types/types.gen.ts';
import type { Passkey } from '../entities/passkey.ts';

export const viewPasskey = (passkey: Passkey): PasskeyBody => ({
  id: passkey.id,
  name: passkey.name,
  aaguid: passkey.aaguid,
  transports: passkey.transports,
  deviceType: passkey.deviceType,
  backedUp: passkey.backedUp,
  createdAt: passkey.createdAt.toISOString(),
  lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
});
