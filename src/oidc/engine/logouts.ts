import type { Provider } from 'oidc-provider';
import { opened } from './adapter.ts';
import type { ClientLogout, EngineParts, LogoutDue } from './parts.ts';
import { replaceBackchannelLogout } from './patches.ts';

/** Notifies clients that a user is signed out (OpenID Connect Back-Channel Logout 1.0). */
export interface Logouts {
  /** Which clients are to be told of the end of a session. */
  of: (ended: { idHash: Buffer; sealed: Buffer }) => Promise<LogoutDue[]>;
  /**
   * Sends one client its logout token. One that is gone, or has no address for it any more, is told nothing.
   * @throws when the client did not answer that it has heard
   */
  tell: (logout: ClientLogout) => Promise<void>;
}

interface SessionPayload {
  accountId?: string;
  authorizations?: Record<string, { sid?: string }>;
}

/**
 * The engine tells while the person waits, once, and only when they sign out at a client. Here each telling is a job of its
 * own instead, so that it is tried again, and every other end of a login has the same jobs.
 */
export function logoutsOf(
  provider: Provider,
  orgId: string,
  { sealer, logoutDue }: Pick<EngineParts, 'sealer' | 'logoutDue'>,
): Logouts {
  const send = replaceBackchannelLogout(provider, ({ clientId, backchannelLogoutUri }, userId, sid) =>
    logoutDue(orgId, { userId, clientId, sid, address: addressOf(backchannelLogoutUri ?? '') }),
  );
  return {
    async of({ idHash, sealed }) {
      const text = opened(sealer, { orgId, model: 'Session', idHash, sealed });
      if (text === null) return [];
      const { accountId, authorizations = {} } = JSON.parse(text) as SessionPayload;
      const told: LogoutDue[] = [];
      for (const [clientId, { sid }] of Object.entries(authorizations)) {
        const client = await provider.Client.find(clientId);
        if (client?.backchannelLogoutUri && accountId !== undefined && sid !== undefined)
          told.push({ userId: accountId, clientId, sid, address: addressOf(client.backchannelLogoutUri) });
      }
      return told;
    },
    async tell({ userId, clientId, sid }) {
      const client = await provider.Client.find(clientId);
      if (client?.backchannelLogoutUri) await send(client, userId, sid);
    },
  };
}

/** Host and port that a URL is called at. */
const addressOf = (url: string): string => (URL.canParse(url) ? new URL(url).host.slice(0, 300) : '');
