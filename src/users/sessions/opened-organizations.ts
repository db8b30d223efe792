import type { Pool } from 'pg';
import { isId } from '../../lib/id.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Orm } from '../../platform/tx.ts';
import { hashBrowserToken, isBrowserToken } from './browser-token.ts';
import { type OpenedOrganization, organizationsOfBrowser, tenantOfBrowser } from './sql/api-callers.ts';

/** Finds what a browser has sessions of, by the token in its cookie. A token that is malformed opens nothing. */
export interface OpenedOrganizations {
  list: (token: string | undefined) => Promise<OpenedOrganization[]>;
  /** Finds the tenant of the session that opens a tenant. */
  homeOf: (token: string | undefined, orgId: string) => Promise<Tenant | undefined>;
}

export const openedOrganizations = (orm: Orm, pool: Pool): OpenedOrganizations => ({
  async list(token) {
    return isBrowserToken(token) ? organizationsOfBrowser(orm.em.fork(), hashBrowserToken(token)) : [];
  },
  async homeOf(token, orgId) {
    if (!isBrowserToken(token) || !isId('org', orgId)) return undefined;
    return (await tenantOfBrowser(pool, hashBrowserToken(token), orgId))?.home;
  },
});
