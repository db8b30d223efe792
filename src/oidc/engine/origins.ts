import type { AccessToken, Provider } from 'oidc-provider';
import { changeFind, storeFields } from './patches.ts';

/** The token that a chain of exchanges began with, where it ends with a session. */
interface Origin {
  sessionUid: string;
  clientId: string;
  grantId: string;
}

type Exchanged = AccessToken & { origin?: Origin; expiresWithSession?: boolean; sessionUid?: string };

/** Returns the origin that an exchanged token keeps of the token that it was exchanged for. */
export function originOf(subject: AccessToken): { origin?: Origin } {
  const { origin, expiresWithSession, sessionUid, clientId, grantId } = subject as Exchanged;
  if (origin) return { origin };
  if (!expiresWithSession || !sessionUid || !clientId || !grantId) return {};
  return { origin: { sessionUid, clientId, grantId } };
}

/**
 * Has an exchanged token end with the session of the person, as the one that it was exchanged for does. The engine asks
 * a session for the client that a token was issued to, and that of an exchanged one was never with the person.
 */
export function endWithOrigin(provider: Provider): void {
  storeFields(provider.AccessToken, ['origin']);
  changeFind<Exchanged>(provider.AccessToken, async (presented, find) => {
    const token = await find(presented);
    if (!token?.origin) return token;
    const { sessionUid, clientId, grantId } = token.origin;
    const session = await provider.Session.findByUid(sessionUid);
    const holds = session?.accountId === token.accountId && session?.grantIdFor(clientId) === grantId;
    return holds ? token : undefined;
  });
}
