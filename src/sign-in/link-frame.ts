import type { NamedTenant, Tenant } from '../platform/tenancy.ts';
import { type Browser, findBrowser, openBrowser } from '../users/sessions/browsers.ts';
import { openSignIn, restartSignIn } from './open-sign-in.ts';
import { returnOf, startSignIn } from './sign-ins.ts';
import { type Hosted, page } from '../platform/pages/answers.ts';
import type { Tx } from '../platform/tx.ts';
import { csrfOf, isCsrfOf } from '../users/sessions/browser-token.ts';
import type { Markup } from '../lib/markup.ts';
import type { LinkForm, LinkProblem } from './pages/link-form.ts';
import { linkOverPage, type OverText } from './pages/mailed-links.ts';
import { accountPath, cookiesOf, type HostedCall, tokenOf, viewIn } from './hosted.ts';
import type { EnforcedConnection } from '../users/enforcement.ts';
import { type OpenSignIn, showCompany } from './sign-in-steps.ts';

/** The page behind a link, or the one that asks for it. */
export type LinkCall = HostedCall & { path: { orgId: string; link?: string } };

/** A form of such a page. */
export type LinkFormCall = LinkCall & { body: { csrf: string } };

export interface LinkFrame {
  form: LinkForm;
  browser: Browser;
}

/** A form is good for one page of one tenant alone. */
const formOf = ({ path: { orgId, link = '' } }: LinkCall, name: string): string => `${name} ${orgId} ${link}`;

/** @param name the last part of the path that says what it is about */
export async function frameOf(
  tx: Tx,
  call: LinkCall,
  name: string,
  problem?: LinkProblem,
): Promise<LinkFrame> {
  const { orgId, link } = call.path;
  const browser = await openBrowser(tx, tokenOf(call));
  const action = `/login/${orgId}/${name}${link === undefined ? '' : `/${encodeURIComponent(link)}`}`;
  const csrf = csrfOf(browser.token, formOf(call, name));
  return { form: { view: await viewIn(tx, call), orgId, action, csrf, problem }, browser };
}

/** Shows a form again that was made in another browser, or before a user signed in. */
export const stale = { text: 'stale' } as const;

/** The browser of a form; undefined when the form was not made for it. */
export async function browserOf(tx: Tx, call: LinkFormCall, name: string): Promise<Browser | undefined> {
  const browser = await findBrowser(tx, tokenOf(call));
  return browser && isCsrfOf(browser.token, formOf(call, name), call.body.csrf) ? browser : undefined;
}

/**
 * Runs `work` in a transaction of its own, with the token of the link. DANGER: unlike `onStep` and `onAccount` it does not check
 * the form. The first `work` of a request must call {@link browserOf}.
 */
export async function onLink<Value>(
  call: LinkCall & { path: { link: string } },
  tenant: Tenant | NamedTenant,
  work: (tx: Tx, token: string) => Promise<Value>,
): Promise<{ value: Value }> {
  return { value: await call.inTenant(tenant, (tx) => work(tx, call.path.link)) };
}

export function answer(call: LinkCall, { form, browser }: LinkFrame, markup: Markup): Hosted {
  const { problem } = form;
  const status = problem === undefined ? 200 : problem.text === 'stale' ? 403 : 400;
  return page(markup, { status, cookies: cookiesOf(browser, call.baseUrl) });
}

/** Gives no reason, so that a caller who guesses tokens learns nothing. */
export async function linkOver(tx: Tx, call: LinkCall, of: OverText = 'over'): Promise<Hosted> {
  return page(linkOverPage(await viewIn(tx, call), call.path.orgId, of), { status: 400 });
}

/** Where a sign-in ends that leads to an application. */
export const onwardPath = (orgId: string, address: string): string =>
  `/login/${orgId}/continue?redirect_uri=${encodeURIComponent(address)}`;

/**
 * Finds the sign-in that a user goes on with after a link. The user goes on with the sign-in that they began in this
 * browser, or else a new one. The user must prove again what was proved in that sign-in before. Otherwise the link
 * would pass for a second factor.
 */
export async function signInOf(
  tx: Tx,
  call: LinkCall,
  browser: Browser,
  { userId, name, signInId }: { userId: string | null; name: string | null; signInId: string | null },
): Promise<OpenSignIn> {
  const begun = signInId === null ? undefined : await opened(tx, browser, signInId);
  const found = begun ?? (await opened(tx, browser, await anotherSignIn(tx, call, browser, signInId)));
  if (!found) throw new Error('a new sign-in is not open');
  restartSignIn(found.signIn);
  Object.assign(found.signIn, { userId, identifier: name });
  return found;
}

/**
 * Shows that the user of a link signs in by a connection only. The page is in the sign-in that the user goes on with.
 * @param asked.name what the user typed, if anything: the identity provider gets it
 * @param asked.prepare notes more in the sign-in
 */
export async function leadToCompany(
  tx: Tx,
  call: LinkCall,
  connection: EnforcedConnection,
  asked: {
    name: string | null;
    signInId: string | null;
    status?: number;
    prepare?: (signIn: OpenSignIn['signIn']) => void;
  },
): Promise<Hosted> {
  const browser = await openBrowser(tx, tokenOf(call));
  const { name, signInId, status, prepare } = asked;
  const { signIn } = await signInOf(tx, call, browser, { userId: null, name, signInId });
  prepare?.(signIn);
  return showCompany(tx, call, { signIn, browser }, connection, { status });
}

/**
 * Begins a sign-in in this browser for one of another browser. Only the other browser knows where its sign-in leads
 * to. The exception is the address of an application.
 */
async function anotherSignIn(
  tx: Tx,
  { path: { orgId }, locale }: LinkCall,
  browser: Browser,
  elsewhere: string | null,
): Promise<string> {
  const asked = elsewhere === null ? undefined : await returnOf(tx, elsewhere);
  const returnTo = asked?.startsWith(onwardPath(orgId, '')) ? asked : accountPath(orgId);
  const { id } = await startSignIn(tx, browser, { returnTo, ...(locale ? { locale } : {}) });
  return id;
}

async function opened(tx: Tx, browser: Browser, id: string): Promise<OpenSignIn | undefined> {
  const form = { csrf: csrfOf(browser.token, id) };
  const found = await openSignIn(tx, { token: browser.token, id, form });
  return found.state === 'open' ? found : undefined;
}

/** Returns the name that the user typed in the sign-in that they come from. */
export async function nameIn(tx: Tx, call: LinkCall, id: string | undefined): Promise<string> {
  if (id === undefined) return '';
  const opened = await openSignIn(tx, { token: tokenOf(call), id });
  return (opened.state === 'open' && opened.signIn.identifier) || '';
}
