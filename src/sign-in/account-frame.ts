import { accountApplication, type UserVerdict } from '../conditional-access/resources/user-attempts.ts';
import { Failure } from '../failure.ts';
import type { NamedTenant, Tenant } from '../platform/tenancy.ts';
import { type Browser, findBrowser } from '../users/sessions/browsers.ts';
import { findLogin, type Login } from '../users/sessions/login-sessions.ts';
import { type Hosted, page, redirect } from '../platform/pages/answers.ts';
import type { Tx } from '../platform/tx.ts';
import { csrfOf, isCsrfOf } from '../users/sessions/browser-token.ts';
import {
  accountAreas,
  type AccountArea,
  type AccountForm,
  type AccountProblem,
  accountPage,
  accountPath,
} from './pages/account.ts';
import { readOwnPassword } from '../users/passwords/sql/own-password.ts';
import { decideOnLogin, frontOf } from './access.ts';
import { accountSections } from './account-sections.ts';
import { cookiesOf, type HostedCall, tokenOf, viewIn } from './hosted.ts';

/** A signed-in user of the account page, and the user's browser. */
export interface Account {
  login: Login;
  browser: Browser;
}

/** A form of the account page. */
export type AccountCall = HostedCall & { body: { csrf: string } };

/** One token is good for all forms of the page, and for no other tenant. */
const formOf = (orgId: string): string => `account ${orgId}`;

/** Returns the value of the field `csrf` in the forms of the account. */
export const accountCsrf = ({ browser }: Pick<Account, 'browser'>, orgId: string): string =>
  csrfOf(browser.token, formOf(orgId));

/**
 * Finds the user of a request to the account page. Each request is judged by conditional access.
 * @returns undefined if the browser has no login, or one that must prove more: signing in asks for the proof
 * @throws {Failure} ACCESS_BLOCKED
 */
export async function accountOf(tx: Tx, call: HostedCall): Promise<Account | undefined> {
  const found = await judgedAccount(tx, call);
  if (found?.verdict.kind === 'blocked') throw new Failure('ACCESS_BLOCKED');
  return found?.verdict.kind === 'allowed' ? found : undefined;
}

/**
 * Does work for the user of a request to the account page, in a transaction of its own. If the user is blocked, the
 * transaction commits what it has noted.
 * @param work called without an account as {@link accountOf} says
 * @throws {Failure} ACCESS_BLOCKED
 */
export async function asAccount<Value>(
  call: HostedCall,
  tenant: Tenant | NamedTenant,
  work: (tx: Tx, account: Account | undefined, now: Date) => Promise<Value>,
): Promise<Value> {
  const done = await call.inTenant(tenant, async (tx, now) => {
    const found = await judgedAccount(tx, call);
    if (found?.verdict.kind === 'blocked') return undefined;
    return { value: await work(tx, found?.verdict.kind === 'allowed' ? found : undefined, now) };
  });
  if (!done) throw new Failure('ACCESS_BLOCKED');
  return done.value;
}

/** Finds the user of a request, with what conditional access says of the user on the account page. */
export async function judgedAccount(
  tx: Tx,
  call: HostedCall,
): Promise<(Account & { verdict: UserVerdict }) | undefined> {
  const browser = await findBrowser(tx, tokenOf(call));
  const login = browser && (await findLogin(tx, browser.token, frontOf(call)));
  if (!login) return undefined;
  const verdict = await decideOnLogin(tx, call, login, accountApplication);
  return { browser, login, verdict };
}

/** The part of the page that an address names; the first part for any other text. */
export const areaOf = (text: string | undefined): AccountArea =>
  accountAreas.find((area) => area === text) ?? 'profile';

interface Told {
  area: AccountArea;
  /** The change that was made just now. */
  done?: string | undefined;
  problem?: AccountProblem;
  /** Part of the name of an application that the user looks for. */
  search?: string | undefined;
  status?: number;
}

export async function showAccount(
  tx: Tx,
  call: HostedCall,
  { login, browser }: Account,
  { area, done, problem, search: typed, status }: Told,
): Promise<Hosted> {
  const { orgId } = call.path;
  const own = await readOwnPassword(tx, orgId, login.userId);
  if (!own) throw new Error('a signed-in session has no user');
  const search = typed?.trim() || undefined;
  const here = `${accountPath(orgId, area)}${search === undefined ? '' : `&search=${encodeURIComponent(search)}`}`;
  const form: AccountForm = {
    view: await viewIn(tx, { ...call, here }),
    orgId,
    area,
    person: own,
    csrf: accountCsrf({ browser }, orgId),
    ...(problem ? { problem } : {}),
  };
  const sections = [];
  for (const section of accountSections(area, call.wired.accountSections))
    sections.push(await section({ tx, call, login, own, form, search }));
  const markup = accountPage(form, sections, done);
  return page(markup, { status: status ?? (problem ? 400 : 200) });
}

/**
 * Does what a form of the account page asks, in a transaction of its own.
 * @param area the part of the page with the form, which is shown again if the form fails its check
 * @returns what `work` gave, or the response to a user who is not signed in, or whose form fails its check
 */
export async function onAccount<Value>(
  call: AccountCall,
  tenant: Tenant | NamedTenant,
  work: (tx: Tx, account: Account) => Promise<Value>,
  area: AccountArea = 'security',
): Promise<{ value: Value } | { reply: Hosted }> {
  const { orgId } = call.path;
  return asAccount<{ value: Value } | { reply: Hosted }>(call, tenant, async (tx, found) => {
    if (!found) return { reply: redirect(`/login/${orgId}`) };
    if (!isCsrfOf(found.browser.token, formOf(orgId), call.body.csrf))
      return { reply: await showAccount(tx, call, found, { area, problem: { text: 'stale' }, status: 403 }) };
    return { value: await work(tx, found) };
  });
}

/** Shows a part of the page by GET, so that a reload does nothing twice. */
export function backToAccount(
  call: Pick<HostedCall, 'path' | 'baseUrl'>,
  area: AccountArea,
  done: string,
  browser?: Browser,
): Hosted {
  const path = accountPath(call.path.orgId, area);
  return redirect(`${path}${path.includes('?') ? '&' : '?'}done=${done}`, {
    cookies: browser ? cookiesOf(browser, call.baseUrl) : [],
  });
}
