import { relyingPartyOf, type WebauthnConfig } from '../../lib/auth-config.ts';
import type { RelyingParty } from './protocol/relying-party.ts';
import { authConfig } from '../auth-config.ts';
import type { Tx } from '../../platform/tx.ts';

/** The settings of a tenant for passkeys, for pages of this address. */
export interface PasskeySettings {
  enabled: boolean;
  /** Whether a passkey alone signs in. */
  passwordless: boolean;
  party: RelyingParty;
}

export async function passkeySettings(tx: Tx, baseUrl: string): Promise<PasskeySettings> {
  const { webauthn } = await authConfig(tx);
  const { enabled, passwordless } = webauthn;
  return { enabled, passwordless, party: partyOf(webauthn, baseUrl) };
}

function partyOf(config: WebauthnConfig, baseUrl: string): RelyingParty {
  const { id, name, origins } = relyingPartyOf(config, baseUrl);
  const allowedAaguids = config.allowedAaguids?.map((aaguid) => aaguid.toLowerCase()) ?? null;
  return { ...config, rpId: id, rpName: name, origins, allowedAaguids };
}
