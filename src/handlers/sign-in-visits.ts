import type { Advance } from '../domain/sign-ins.ts';
import { Failure } from '../failure.ts';
import { type Call, type Hosted, type OperationId, redirect } from '../http/operation.ts';
import { cookieName, setCookie } from '../lib/cookie.ts';

/** What every call of a hosted page has. */
export type Visit = Pick<
  Call<OperationId>,
  'cookies' | 'baseUrl' | 'origin' | 'findTenant' | 'inTenant' | 'locale'
> & { path: { orgId: string } };

const sessionCookie = 'kd_session';

/** What the browser's cookie holds. */
export const browserToken = ({ cookies, baseUrl }: Pick<Visit, 'cookies' | 'baseUrl'>): string | undefined =>
  cookies[cookieName(sessionCookie, baseUrl)];

/** The cookie of a browser that was given another token. */
export const browserCookies = (
  { baseUrl }: Pick<Visit, 'baseUrl'>,
  { token, isNew }: { token: string; isNew: boolean },
): string[] => (isNew ? [setCookie(sessionCookie, token, { baseUrl })] : []);

/** @throws {Failure} ORGANIZATION_NOT_FOUND */
export async function hostedTenant({ findTenant, path }: Visit): ReturnType<Visit['findTenant']> extends Promise<
  infer Tenant
>
  ? Promise<NonNullable<Tenant>>
  : never {
  const tenant = await findTenant(path.orgId);
  if (!tenant) throw new Failure('ORGANIZATION_NOT_FOUND');
  return tenant;
}

export const signInPath = (orgId: string, signInId: string, more: Record<string, string> = {}): string =>
  `/login/${encodeURIComponent(orgId)}?${new URLSearchParams({ sign_in: signInId, ...more }).toString()}`;

/** The page that a sign-in goes on with. */
export function steppedTo(call: Visit, signInId: string, advanced: Advance): Hosted {
  if (advanced.kind !== 'done') return redirect(signInPath(call.path.orgId, signInId));
  return redirect(advanced.returnTo, { cookies: browserCookies(call, advanced.browser) });
}
