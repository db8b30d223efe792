import type { EntityManager } from '@mikro-orm/postgresql';
import type { Tenant } from '../platform/tenancy.ts';
import { type Browser, findBrowser } from '../users/sessions/browsers.ts';
import { findLogin, type Login } from '../users/sessions/login-sessions.ts';
import { type Hosted, page, redirect } from '../platform/pages/answers.ts';
import { csrfOf, isCsrfOf } from '../users/sessions/browser-token.ts';
import { type AccountForm, type AccountProblem, accountPage } from './pages/account.ts';
import { readOwnPassword } from '../users/passwords/sql/own-password.ts';
import { accountSections } from './account-sections.ts';
import { accountPath, cookiesOf, type HostedCall, tokenOf, viewIn } from './hosted.ts';

/** Whoever looks after their account, and by which browser. */
export interface Account {
  login: Login;
  browser: Browser;
}

/** A form of the account page. */
export type AccountCall = HostedCall & { body: { csrf: string } };

/** One token is good for all forms of the page, and for no other tenant. */
const formOf = (orgId: string): string => `account ${orgId}`;

/** What the forms of the account have in their field `csrf`. */
export const accountCsrf = ({ browser }: Pick<Account, 'browser'>, orgId: string): string =>
  csrfOf(browser.token, formOf(orgId));

/** @returns undefined when nobody is signed in */
export async function accountOf(em: EntityManager, call: HostedCall): Promise<Account | undefined> {
  const browser = await findBrowser(em, tokenOf(call));
  const login = browser && (await findLogin(em, browser.token));
  return browser && login && { browser, login };
}

interface Told {
  /** What was done just now. */
  done?: string | undefined;
  problem?: AccountProblem;
  status?: number;
}

export async function showAccount(
  em: EntityManager,
  call: HostedCall,
  { login, browser }: Account,
  { done, problem, status }: Told = {},
): Promise<Hosted> {
  const { orgId } = call.path;
  const own = await readOwnPassword(em, orgId, login.userId);
  if (!own) throw new Error('whoever is signed in is somebody');
  const form: AccountForm = {
    view: await viewIn(em, call),
    orgId,
    person: own,
    csrf: accountCsrf({ browser }, orgId),
    ...(problem ? { problem } : {}),
  };
  const sections = [];
  for (const section of accountSections(call.wired.accountSections))
    sections.push(await section({ em, call, login, own, form }));
  const markup = accountPage(form, sections, done);
  return page(markup, { status: status ?? (problem ? 400 : 200) });
}

/**
 * Does what a form of the account page asks, in a transaction of its own.
 * @returns what `work` gave, or the answer to whoever is not signed in, or whose form is not ours
 */
export async function onAccount<Value>(
  call: AccountCall,
  tenant: Tenant,
  work: (em: EntityManager, account: Account) => Promise<Value>,
): Promise<{ value: Value } | { reply: Hosted }> {
  const { orgId } = call.path;
  return call.inTenant(tenant, async (em) => {
    const found = await accountOf(em, call);
    if (!found) return { reply: redirect(`/login/${orgId}`) };
    if (!isCsrfOf(found.browser.token, formOf(orgId), call.body.csrf))
      return { reply: await showAccount(em, call, found, { problem: { text: 'stale' }, status: 403 }) };
    return { value: await work(em, found) };
  });
}

/** Shows the page by GET, so that nothing is done twice by whoever loads it again. */
export const backToAccount = (call: HostedCall, done: string, browser?: Browser): Hosted =>
  redirect(`${accountPath(call.path.orgId)}?done=${done}`, {
    cookies: browser ? cookiesOf(browser, call.baseUrl) : [],
  });
