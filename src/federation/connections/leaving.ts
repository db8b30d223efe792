import type { FederatedCall } from './federated-call.ts';
import { connectionClient } from './connection-client.ts';
import { endSessionUrl } from '../openid/end-session.ts';
import type { Connection } from './entities/connection.ts';
import type { ProviderClient } from '../openid/provider-client.ts';
import { logoutRequestTo } from './saml-logouts.ts';
import { type LogoutName, newLogoutState } from './upstream-logout.ts';
import type { Carried } from '../../saml-messages/build/carried.ts';
import type { SigningKey } from '../../saml-messages/build/sign.ts';
import { troubled } from '../social/ending.ts';
import type { Tx } from '../../platform/tx.ts';

/** The client or the key for a logout at an identity provider. */
type By = { client: ProviderClient } | { key: SigningKey; now: Date };

/** Opens the client or the key. A LogoutRequest is always signed (SAML profiles section 4.4.3.1). */
export const askedBy = async (
  tx: Tx,
  call: Pick<FederatedCall, 'vault' | 'wired' | 'baseUrl'>,
  connection: Connection,
  now: Date,
): Promise<By> =>
  connection.type === 'OIDC'
    ? { client: await connectionClient(tx, connection, call) }
    : { key: await call.wired.connectionSigningKey(tx, call.vault), now };

/** Finds out how the browser leaves. @returns undefined if it cannot sign out there */
export async function leave(
  call: Pick<FederatedCall, 'outgoing' | 'baseUrl'>,
  { connection, hint, by }: { connection: Connection; hint: string | null; by: By },
): Promise<{ name: LogoutName; carried: Carried } | undefined> {
  if ('client' in by) {
    const token = newLogoutState();
    const url = await endSessionUrl(by.client, { hint, state: token }, call).catch(troubled);
    return typeof url === 'string' ? { name: { token }, carried: { url } } : undefined;
  }
  const made = logoutRequestTo(connection, hint, { baseUrl: call.baseUrl, ...by });
  return made && { name: { requestId: made.requestId }, carried: made.carried };
}
