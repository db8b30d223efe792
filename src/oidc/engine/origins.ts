import type { AccessToken, Provider } from 'oidc-provider';
import { storeFields } from './payload-fields.ts';

/** The token that a chain of exchanges began with, where it ends with a session. */
interface Origin {
  sessionUid: string;
  clientId: string;
  grantId: string;
}

type Exchanged = AccessToken & { origin?: Origin; expiresWithSession?: boolean; sessionUid?: string };

/** The part of the engine's class that looks a token up. */
interface TokenClass {
  find: (value: string, options?: object) => Promise<Exchanged | undefined>;
}

/** What an exchanged token keeps of where it comes from. */
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
  const tokens = provider.AccessToken as TokenClass;
  storeFields(tokens, ['origin']);
  const find = tokens.find.bind(tokens);
  tokens.find = async (value, options) => {
    const token = await find(value, options);
    if (!token?.origin) return token;
    const { sessionUid, clientId, grantId } = token.origin;
    const session = await provider.Session.findByUid(sessionUid);
    const holds = session?.accountId === token.accountId && session?.grantIdFor(clientId) === grantId;
    return holds ? token : undefined;
  };
}
