import type { Pool } from 'pg';
import { hashBrowserToken } from '../../users/sessions/browser-token.ts';
import { userOfBrowser } from '../../users/sessions/sql/browsers.ts';
import { knownCallers } from './known-callers.ts';
import { strangerOf } from './limits.ts';
import { lookUps } from './look-ups.ts';
import type { RequestContext } from '../request-context.ts';
import { sessionOf } from '../user-authentication.ts';

/** The browsers with which users have signed in before. Strangers at the same address do not stop them. */
export interface KnownBrowsers {
  /**
   * Returns the id of a user who has signed in with the browser of a request, in a tenant or in any. A browser that this node does not know is
   * looked up, as long as its address may cause look-ups. The cookie of a browser is a secret, so no stranger passes for it.
   */
  userOf(context: RequestContext, orgId?: string): Promise<string | undefined>;
}

export function knownBrowsers(pool: Pool, baseUrl: () => string): KnownBrowsers {
  const known = knownCallers();
  const looks = lookUps();
  return {
    async userOf(context, orgId) {
      const token = sessionOf(context, baseUrl());
      if (token === undefined) return undefined;
      const { started, transport } = context;
      const tokenHash = hashBrowserToken(token);
      const name = `${orgId ?? ''}:${tokenHash.toString('latin1')}`;
      const userId = known.ownerOf(name, started);
      if (userId !== undefined) return userId;
      const network = strangerOf(transport.address);
      if (!looks.take(network, started)) return undefined;
      const found = await userOfBrowser(pool, tokenHash, orgId);
      if (!found) return undefined;
      looks.giveBack(network);
      known.note(name, found.orgId, started, found.userId);
      return found.userId;
    },
  };
}
