import type { EntityManager } from '@mikro-orm/postgresql';
import { authConfig } from '../users/auth-config.ts';
import type { Browser } from '../users/sessions/browsers.ts';
import { type Counted, takeBack } from '../users/sessions/attempts.ts';
import { Failure } from '../failure.ts';
import type { Call } from '../operation.ts';
import { cookieName, setCookie } from '../lib/cookie.ts';
import { type PageView, viewOf } from '../platform/pages/view.ts';

/** What every hosted page of a tenant is called with. */
export type HostedCall = Pick<
  Call<'showSignIn'>,
  'cookies' | 'baseUrl' | 'inTenant' | 'findTenant' | 'locale' | 'requestId' | 'origin' | 'vault'
> & { path: { orgId: string } };

export interface Tenant {
  orgId: string;
  environment: 'live' | 'test';
}

const cookie = 'kd_session';
/** As long as browsers keep one. Logins end long before; what stays is that the browser is known. */
const cookieSeconds = 400 * 86_400;

/** @throws {Failure} ORGANIZATION_NOT_FOUND */
export async function tenantOf({ path, findTenant }: HostedCall): Promise<Tenant> {
  const tenant = await findTenant(path.orgId);
  if (!tenant) throw new Failure('ORGANIZATION_NOT_FOUND');
  return tenant;
}

/** What the browser's cookie holds, whatever that is. */
export const tokenOf = ({ cookies, baseUrl }: Pick<HostedCall, 'cookies' | 'baseUrl'>): string | undefined =>
  cookies[cookieName(cookie, baseUrl)];

/** The cookies that an answer sets for a browser: none where it has the right one. */
export const cookiesOf = ({ token, isNew }: Browser, baseUrl: string): string[] =>
  isNew ? [setCookie(cookie, token, { baseUrl, maxAge: cookieSeconds })] : [];

/** For whatever judges an attempt that was counted: where it throws instead, the attempt counts no more. */
export const uncounted =
  ({ inTenant }: Pick<HostedCall, 'inTenant'>, tenant: Tenant, counted: Counted) =>
  async (error: unknown): Promise<never> => {
    await inTenant(tenant, (em) => takeBack(em, counted));
    throw error;
  };

/**
 * What a page of the tenant of `em` knows besides its own content. Not by `call.findBranding`: whoever holds one connection
 * and waits for another may wait for ever.
 */
export const viewIn = async (
  em: EntityManager,
  call: Pick<HostedCall, 'locale' | 'requestId'>,
): Promise<PageView> => viewOf(call, (await authConfig(em)).branding);

export const signInPath = (orgId: string, id: string): string => `/login/${orgId}?sign_in=${id}`;
export const accountPath = (orgId: string): string => `/account/${orgId}`;
