import { LockMode } from '@mikro-orm/core';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { NamedTenant, Tenant } from '../platform/tenancy.ts';
import type { Locked } from '../platform/locked.ts';
import type { Browser } from '../users/sessions/browsers.ts';
import type { SignIn } from './entities/sign-in.ts';
import { isRegistrationOpen } from '../users/registration/rules.ts';
import { authConfig, noteAuthConfig } from '../users/auth-config.ts';
import { askedBy, foundIn, openForm, openingForm, type Opened, restartSignIn } from './open-sign-in.ts';
import { type Advance, advance, proveAfresh } from './sign-ins.ts';
import { backToOf, upstreamOf } from './upstream.ts';
import { isLinkAsked } from './steps/magic-link.ts';
import { isProvedByLink } from './steps/proofs.ts';
import { dueStep, type Step } from './steps/steps.ts';
import type { EnforcedConnection } from '../users/enforcement.ts';
import { say } from '../platform/pages/catalogue.ts';
import type { PageApplication } from '../platform/pages/application.ts';
import { errorPage } from '../platform/pages/error.ts';
import { type Hosted, page, redirect } from '../platform/pages/answers.ts';
import type { PageView } from '../platform/pages/view.ts';
import type { Tx } from '../platform/tx.ts';
import { csrfOf } from '../users/sessions/browser-token.ts';
import { isDemanded, isForDashboard } from './access.ts';
import { beginVisit, endVisitOfLogin, giveUpVisit, mayVisit } from './device-visits.ts';
import { accessPassPage } from './pages/access-pass.ts';
import { recoveryCodePage, totpPage } from './pages/second-factors.ts';
import { companyPage } from './pages/company.ts';
import { companyTexts } from './pages/messages/company.ts';
import { dashboardTexts } from './pages/messages/dashboard.ts';
import { passkeyPage } from './pages/passkey-step.ts';
import { magicLinkPage } from './pages/mailed-links.ts';
import {
  identifierPage,
  newPasswordPage,
  noSecondFactorPage,
  passwordPage,
  type StepError,
  type StepForm,
} from './pages/sign-in.ts';
import { enrolTotpStep } from './enrol-totp.ts';
import { enrolPasskeyPage } from './pages/enrol-passkey.ts';
import { cookiesOf, type HostedCall, namedBy, signInPath, type StepPage, tokenOf, viewIn } from './hosted.ts';
import { readPage } from './sql/opened-sign-in.ts';

export type OpenSignIn = Extract<Opened<Locked<SignIn>>, { state: 'open' }>;

/** The page of each factor and of each task of this room, by its name. */
const ownPages: Readonly<Record<string, StepPage>> = {
  identifier: async (form, { tx, call: { wired, mail }, signIn, application }) =>
    identifierPage(form, {
      application: await applicationOf(tx, wired, signIn, form.view, application),
      social: await wired.besideName(tx, form),
      hinted: await wired.aboveName(tx, form, signIn),
      offersAccount: mail.enabled && (await isRegistrationOpen(tx)),
      operator: signIn.state['offersLink'] === true ? say(dashboardTexts, form.view.locale).operator : null,
    }),
  password: passwordPage,
  'access-pass': accessPassPage,
  passkey: passkeyPage,
  'magic-link': async (form, { tx, signIn }) => {
    const { bindToBrowser: bound } = (await authConfig(tx)).magicLink;
    return magicLinkPage(form, { sent: isLinkAsked(signIn), bound });
  },
  'new-password': (form, { signIn }) => newPasswordPage(form, { isFirst: isProvedByLink(signIn) }),
  totp: totpPage,
  'recovery-code': recoveryCodePage,
  'enrol-totp': enrolTotpStep,
  'enrol-passkey': enrolPasskeyPage,
  'no-second-factor': noSecondFactorPage,
};

async function applicationOf(
  tx: Tx,
  { knownApplications }: HostedCall['wired'],
  signIn: SignIn,
  { locale }: PageView,
  read: PageApplication | undefined,
): Promise<PageApplication | undefined> {
  if (isForDashboard(signIn)) {
    const texts = say(dashboardTexts, locale);
    // The command line is the one native application that policies judge as the dashboard.
    return { name: signIn.state['isNative'] === true ? texts.commandLine : texts.name, logoUri: null };
  }
  if (read) return read;
  for (const known of knownApplications) {
    const found = await known.find(tx, signIn);
    if (found) return found;
  }
  return undefined;
}

/** A form of a sign-in. */
export type StepCall = HostedCall & { body: { sign_in: string; csrf: string } };

interface Shown {
  /** The offered factor or task that the user prefers. */
  factor?: string | undefined;
  error?: StepError;
  status?: number;
  /** The application of the sign-in, if it was read with the sign-in. */
  application?: PageApplication | undefined;
}

/** Which page shows a step, and the other ways there are beside it. */
function pageOf(
  step: Exclude<Step, { kind: 'device' }>,
  preferred: string | undefined,
): { name: string; others: string[] } {
  if (step.kind === 'done' || step.kind === 'stale') return { name: 'identifier', others: [] };
  const { kind, offered } = step;
  const isOffered = preferred !== undefined && offered.includes(preferred);
  const usual = kind === 'identifier' ? 'identifier' : (offered[0] ?? 'no-second-factor');
  const name = isOffered ? preferred : usual;
  return { name, others: offered.filter((other) => other !== name) };
}

/** Shows the step that a sign-in waits for. */
export async function showStep(
  tx: Tx,
  call: HostedCall,
  { signIn, browser }: { signIn: SignIn; browser: Browser },
  { factor, error, status, application }: Shown = {},
): Promise<Hosted> {
  // A user who enters another name still has the name before until they send the form.
  const again = factor === 'identifier' && !signIn.isProved();
  const step: Step = again ? { kind: 'identifier', offered: [] } : await dueStep(tx, signIn, call);
  if (step.kind === 'device') return leadToDevice(tx, call, { signIn, browser });
  // It waits for nothing, as when a second factor was taken away meanwhile: only a form may complete it.
  if (step.kind === 'done') restartSignIn(signIn);
  if (step.kind === 'stale') proveAfresh(tx, signIn);
  const back = again ? undefined : backToOf(signIn);
  const connection = back === undefined ? undefined : await call.wired.enforcement.named(tx, back);
  if (connection) return showCompany(tx, call, { signIn, browser }, connection, { isAgain: true, status });
  const { name, others } = pageOf(step, factor);
  const here = `${signInPath(call.path.orgId, signIn.id)}${others.length > 0 || again ? `&factor=${name}` : ''}`;
  const shown = await formOf(tx, { ...call, here }, { signIn, browser });
  const form: StepForm = { ...shown, others, ...(error ? { error } : {}) };
  const write = ownPages[name] ?? call.wired.stepPages[name];
  if (!write) throw new Error(`the step ${name} has no page`);
  const markup = await write(form, { tx, call, signIn, browser, application });
  return page(markup, { status: status ?? (error ? 400 : 200), cookies: cookiesOf(browser, call.baseUrl) });
}

/**
 * Shows the step of a sign-in whose user has proved nothing yet. One statement reads all that the page needs, and nothing changes.
 * @returns undefined for any other sign-in, which the ordinary way shows
 */
export async function showAtOnce(
  call: HostedCall,
  id: string,
  factor: string | undefined,
): Promise<Hosted | undefined> {
  const tenant = namedBy(call);
  const wanted = { token: tokenOf(call), id };
  const reads = call.wired.pageReads;
  return call.atOnce(
    tenant,
    (tx) => readPage(tx, askedBy(tenant.orgId, wanted), reads.columns),
    async (tx, row) => {
      const found = foundIn(tx, row, wanted);
      if (!found || found.signIn.expiresAt <= tenancyOf(tx).now) return undefined;
      if (found.signIn.completedAt !== null) return redirect(found.signIn.returnTo);
      if (found.signIn.isProved()) return undefined;
      noteAuthConfig(tx, row.authConfig);
      return showStep(tx, call, found, { factor, application: reads.note(tx, row.more) });
    },
  );
}

/**
 * Leads the browser to the device origin. If it comes here during the visit, because the user has reloaded a page or the ticket was
 * late, it goes there once more. Then the sign-in goes on with an unknown device, and keeps what the user has proved. This needs no
 * form, because no ticket makes the device count for less.
 */
async function leadToDevice(
  tx: Tx,
  call: HostedCall,
  { signIn: open, browser }: { signIn: SignIn; browser: Browser },
): Promise<Hosted> {
  const found = await tx.refresh(open, { lockMode: LockMode.PESSIMISTIC_WRITE });
  // Another request has gone on meanwhile.
  if (!found || found.completedAt !== null || !isDemanded(found, 'DEVICE'))
    return redirect(signInPath(call.path.orgId, open.id));
  const signIn = found as Locked<SignIn>;
  if (!mayVisit(signIn)) {
    giveUpVisit(signIn);
    return goOnFromDevice(tx, call, { state: 'open', signIn, browser });
  }
  const challenge = beginVisit(tx, signIn, call.vault);
  const cookies = cookiesOf(browser, call.baseUrl);
  return redirect(`${call.access.deviceOrigin}/ticket?challenge=${challenge}`, { cookies });
}

/** Goes on after the visit of the device origin. */
export async function goOnFromDevice(tx: Tx, call: HostedCall, opened: OpenSignIn): Promise<Hosted> {
  const returnTo = await endVisitOfLogin(tx, opened.signIn);
  return returnTo === undefined ? goOn(tx, call, opened, []) : redirect(returnTo);
}

/** The parts that every page of a sign-in has. */
async function formOf(
  tx: Tx,
  call: HostedCall,
  { signIn, browser }: { signIn: SignIn; browser: Browser },
): Promise<StepForm> {
  const hint = signIn.state['hint'];
  return {
    view: await viewIn(tx, { ...call, locale: call.locale ?? localeOf(signIn.locale) }),
    orgId: call.path.orgId,
    id: signIn.id,
    csrf: csrfOf(browser.token, signIn.id),
    name: signIn.identifier ?? (typeof hint === 'string' ? hint : null),
    others: [],
  };
}

/**
 * Shows a user that they sign in by a connection only, with the button that leads there.
 * @param how.status 403 if the user has tried another way
 * @param how.isAgain whether the user has signed in there, but not recently enough
 */
export async function showCompany(
  tx: Tx,
  call: HostedCall,
  opened: { signIn: SignIn; browser: Browser },
  connection: EnforcedConnection,
  { isAgain = false, status }: { isAgain?: boolean; status?: number | undefined } = {},
): Promise<Hosted> {
  const here = signInPath(call.path.orgId, opened.signIn.id);
  const form = await formOf(tx, { ...call, here }, opened);
  const cookies = cookiesOf(opened.browser, call.baseUrl);
  const shown = companyPage(form, connection, { isAgain });
  return page(shown, { status: status ?? (isAgain ? 200 : 403), cookies });
}

const localeOf = (text: string | null): HostedCall['locale'] =>
  text === 'en' || text === 'de' || text === 'fr' ? text : undefined;

/**
 * Opens the sign-in of a form, locked, in a transaction of its own.
 * @param userId is locked after the sign-in, if the user may sign in
 * @returns what `work` gave, or the answer where there is nothing to do
 */
export async function onStep<Value>(
  call: StepCall,
  tenant: Tenant | NamedTenant,
  work: (tx: Tx, opened: OpenSignIn) => Promise<Value>,
  userId?: string | null,
): Promise<{ value: Value } | { reply: Hosted }> {
  const { sign_in: id, csrf } = call.body;
  const wanted = { token: tokenOf(call), id, form: { csrf } };
  return call.inOpened(tenant, openingForm(tenant.orgId, wanted, userId), async (tx, row) => {
    const opened = await openForm(tx, row, wanted);
    if (opened.state === 'completed') return { reply: redirect(opened.returnTo) };
    // The page that follows says what is wrong: by then a browser that sent a form twice has its new cookie.
    if (opened.state === 'none')
      return { reply: redirect(signInPath(call.path.orgId, encodeURIComponent(id))) };
    if (opened.state === 'forged')
      return { reply: await showStep(tx, call, opened, { error: { text: 'stale' }, status: 403 }) };
    return { value: await work(tx, opened) };
  });
}

/** {@link onStep} in a transaction that locks a user after the sign-in. */
export const holding =
  (userId: string | undefined): typeof onStep =>
  (call, tenant, work) =>
    onStep(call, tenant, work, userId);

/** Goes on from a factor or a task that was done: to the next step, or to where the sign-in returns. */
export async function goOn(
  tx: Tx,
  call: HostedCall,
  opened: OpenSignIn,
  proof: readonly string[],
): Promise<Hosted> {
  return answerTo(tx, call, opened, await proceed(tx, call, opened, proof));
}

/** Why a user who has proved something cannot sign in. */
const refusals = {
  elsewhere: 'CONNECTION_ENFORCED',
  closed: 'CONNECTION_DISABLED',
  blocked: 'ACCESS_BLOCKED',
  refused: 'NOT_ACTIVE',
} as const satisfies Partial<Record<Advance['kind'], string>>;

/** Returns why a user cannot sign in; undefined if the user has signed in, or goes on. */
export const refusalOf = ({ kind }: Advance): (typeof refusals)[keyof typeof refusals] | undefined =>
  kind in refusals ? refusals[kind as keyof typeof refusals] : undefined;

/** Does what {@link goOn} does, without a response. If this ends a sign-in by a connection, counts what became of it. */
export async function proceed(
  tx: Tx,
  call: HostedCall,
  opened: OpenSignIn,
  proof: readonly string[],
): Promise<Advance> {
  const { signIn } = opened;
  const before = upstreamOf(signIn);
  const next = await advance(tx, opened, proof, call);
  // A refused sign-in begins again, and a link that waited makes it one by a connection.
  const upstream = before ?? upstreamOf(signIn);
  const outcome = next.kind === 'done' ? 'SUCCESS' : refusalOf(next);
  if (upstream && outcome !== undefined) call.signIns.federated(upstream.type, outcome);
  return next;
}

/** Responds to what came of a factor or a task. */
export async function answerTo(tx: Tx, call: HostedCall, opened: OpenSignIn, next: Advance): Promise<Hosted> {
  if (next.kind === 'next') return redirect(signInPath(call.path.orgId, opened.signIn.id));
  // Its page says what is due: by then the browser has its new cookie.
  if (next.kind === 'outrun') return redirect(signInPath(call.path.orgId, opened.signIn.id));
  if (next.kind === 'done')
    return redirect(next.returnTo, { cookies: cookiesOf(next.browser, call.baseUrl) });
  if (next.kind === 'blocked') {
    const { clientId, serviceProviderId, returnTo } = opened.signIn;
    // The account page starts service providers too, and none of them waits for an answer.
    const isAwaited = (clientId ?? serviceProviderId) !== null && !returnTo.includes('?');
    const application = isAwaited ? `${returnTo}?denied=1` : undefined;
    const markup = errorPage(await viewIn(tx, call), 'ACCESS_BLOCKED', 403, {}, application);
    return page(markup, { status: 403, cookies: cookiesOf(opened.browser, call.baseUrl) });
  }
  if (next.kind === 'elsewhere') return showCompany(tx, call, opened, next.connection);
  if (next.kind === 'closed')
    return showStep(tx, call, opened, { error: { text: (locale) => say(companyTexts, locale).closed } });
  return showStep(tx, call, opened, { error: { text: 'wrong' } });
}
