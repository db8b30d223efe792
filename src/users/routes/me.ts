import { type AnyApiCaller, type Handlers, ok } from '../../operation.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Role } from '../directory/role.ts';
import { hashBrowserToken } from '../sessions/browser-token.ts';
import { organizationsOfBrowser, organizationsOfLogin } from '../sessions/sql/api-callers.ts';
import { organizationOf } from '../../platform/sql/tenants.ts';

export const routes = (): Handlers<'me'> => ({
  async getMe({ tx, caller }) {
    const organization = await organizationOf(tx, caller.orgId);
    if (!organization) throw new Error('the tenant of a caller has no organization');
    const { orgId, environment, scopes } = caller;
    const organizations = await organizationsOf(tx, caller);
    return ok({ ...whoIs(caller), scopes: [...scopes], orgId, environment, organization, organizations });
  },
});

/** The command line signs in to one organization. */
async function organizationsOf(tx: Tx, caller: AnyApiCaller) {
  if (!('loginId' in caller)) return [];
  if (caller.grantId !== undefined) return organizationsOfLogin(tx, caller.orgId, caller.loginId);
  return organizationsOfBrowser(tx, hashBrowserToken(caller.secret));
}

const whoIs = (caller: AnyApiCaller) =>
  'loginId' in caller
    ? {
        type: 'USER' as const,
        id: caller.userId,
        name: caller.userName,
        roles: [...caller.roles],
        authTime: caller.authTime?.toISOString() ?? null,
      }
    : {
        type: 'API_KEY' as const,
        id: caller.credentialId,
        name: caller.actor.name ?? '',
        roles: [] as Role[],
        authTime: null,
      };
