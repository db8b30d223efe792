import { openBrowser } from '../../users/sessions/browsers.ts';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { applicationOf } from '../command-line.ts';
import { allowApplication, refuseApplication } from '../consents.ts';
import { adminApplication, meets } from '../../conditional-access/resources/user-attempts.ts';
import { findLogin } from '../../users/sessions/login-sessions.ts';
import { demanding, frontOf, recordDenied } from '../../sign-in/access.ts';
import { canProceed, type SignInRequest, startSignIn } from '../../sign-in/sign-ins.ts';
import { Failure } from '../../failure.ts';
import { type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { type Hosted, page, redirect } from '../../platform/pages/answers.ts';
import type { Tx } from '../../platform/tx.ts';
import { csrfOf, isCsrfOf } from '../../users/sessions/browser-token.ts';
import { certainTime } from '../../lib/proof-time.ts';
import { wishedLocale } from '../../lib/locale.ts';
import { chooseAccountPage } from '../pages/choose-account.ts';
import { claimValues } from '../engine/claims.ts';
import { grantWords } from '../grant-words.ts';
import { consentPage } from '../pages/consent.ts';
import { readOidcSubject } from '../sql/oidc-subjects.ts';
import type { EngineInstance, OidcEngine } from '../engine/engine.ts';
import type { Pending } from '../engine/interactions.ts';
import { readOwnPassword } from '../../users/passwords/sql/own-password.ts';
import {
  cookiesOf,
  signInPath,
  namedBy,
  tokenOf,
  viewIn,
  hosted,
  type HostedPage,
  type HostedParts,
} from '../../sign-in/hosted.ts';
import { askingBrowser, instanceOf } from './protocol.ts';

/** The call of a page of an interaction, without the parameters of its operation. */
type InteractionPage = HostedPage & { oidc: OidcEngine };

type InteractionCall = InteractionPage & { path: { orgId: string; uid: string } };

interface Opened {
  instance: EngineInstance;
  interactions: EngineInstance['interactions'];
  pending: Pending | undefined;
}

async function open(call: InteractionCall): Promise<Opened> {
  const browser = { ...askingBrowser(call), session: undefined };
  const instance = await instanceOf(call, { token: call.path.uid, browser });
  const pending = await instance.interactions.find(call.path.uid, call.cookies);
  return { instance, interactions: instance.interactions, pending };
}

/** It was begun in another browser, too long ago, or has been answered. */
const over = (): Failure => new Failure('INTERACTION_NOT_FOUND');

/**
 * Sends a user who has answered to the beginning of the authorization: the form came twice, or from a page that the user went back to.
 * @throws {Failure} INTERACTION_NOT_FOUND
 */
async function beginAgain(call: InteractionCall, { login, beginsAgainAt }: EngineInstance): Promise<Hosted> {
  const token = tokenOf(call);
  const user = token === undefined ? undefined : await login(token, frontOf(call));
  const address = user && (await beginsAgainAt(call.path.uid, user.userId));
  if (address === undefined) throw over();
  return redirect(address);
}

const formName = ({ prompt, uid }: Pending): string => `${prompt} ${uid}`;

/**
 * Has the person sign in as the client wants it, unless they have.
 * @param isDenied whether a sign-in for the client was blocked, and the person goes back
 * @param other the name of a user who wants to sign in with another account
 */
async function signIn(
  call: InteractionCall,
  pending: Pending,
  { interactions, login: findLogin, now }: EngineInstance,
  isDenied: boolean,
  other?: string,
): Promise<Hosted> {
  const { clientId, path, domainHint, maxAge, uiLocales } = pending;
  const loginHint = pending.loginHint === other ? undefined : pending.loginHint;
  const token = tokenOf(call);
  const login = token === undefined ? undefined : await findLogin(token, frontOf(call));
  const { demand } = pending;
  const isProved = login && (!demand || meets({ ...login, authTime: certainTime(login) }, demand, now));
  if (isProved && interactions.satisfies(pending, login))
    return redirect(await interactions.signIn(pending, login));
  if (isDenied) return redirect(await interactions.deny(pending, 'conditional access refuses the user'));
  const kind = await interactions.kind(pending);
  const found = await call.inTenant(namedBy(call), async (tx) => {
    const browser = await openBrowser(tx, token);
    const locale = call.chosenLocale ?? wishedLocale(uiLocales) ?? call.locale;
    const request: SignInRequest = {
      returnTo: path,
      // With the command line, the user signs in to Keyward itself.
      ...(isCommandLine(clientId) ? { ownApplication: adminApplication } : { clientId }),
      ...(loginHint === undefined ? {} : { loginHint }),
      ...(domainHint === undefined ? {} : { domainHint }),
      ...(maxAge === undefined ? {} : { maxAuthAgeSeconds: maxAge }),
      ...(pending.anew ? { prompt: 'login' } : {}),
      // Without a login they sign in as everybody does, and are asked for more when they come back.
      ...(pending.secondFactor && login ? { acr: 'mfa' } : {}),
      ...(demand ? demanding(demand) : {}),
      ...kind,
      ...(locale === undefined ? {} : { locale }),
    };
    const { id } = await startSignIn(tx, browser, request);
    if (login && (pending.secondFactor || demand) && !(await canProceed(tx, id, call))) {
      if (demand) await recordDenied(tx, call, login, applicationOf(clientId));
      return { login };
    }
    return { id, browser };
  });
  if (found.login && demand) return redirect(await interactions.refuse(pending, call.requestId));
  if (found.login) return redirect(await interactions.withoutSecondFactor(pending, found.login));
  return redirect(signInPath(call.path.orgId, found.id), { cookies: cookiesOf(found.browser, call.baseUrl) });
}

/** Reads the account that is signed in with the browser of a request. */
async function signedIn(tx: Tx, call: InteractionCall) {
  const login = await findLogin(tx, tokenOf(call) ?? '', frontOf(call));
  return { login, person: login && (await readOwnPassword(tx, call.path.orgId, login.userId)) };
}

/** Shows the account that is signed in. If there is none, or the user has signed in since, there is nothing to choose. */
async function chooseAccount(
  call: InteractionCall,
  pending: Pending,
  instance: EngineInstance,
  isDenied: boolean,
): Promise<Hosted> {
  const { interactions } = instance;
  const token = tokenOf(call) ?? '';
  const client = await interactions.client(pending);
  if (!client) throw over();
  // Where a sign-in for the client was blocked, the person goes back.
  if (isDenied) return signIn(call, pending, instance, isDenied);
  const shown = await call.inTenant(namedBy(call), async (tx) => {
    const { login, person } = await signedIn(tx, call);
    if (!login || !person || interactions.satisfies(pending, login)) return undefined;
    const locale = call.chosenLocale ?? wishedLocale(pending.uiLocales) ?? call.locale;
    const csrf = csrfOf(token, formName(pending));
    const { path: action, redirectUri } = pending;
    return chooseAccountPage(await viewIn(tx, { ...call, locale }), {
      action,
      csrf,
      client,
      redirectUri,
      person,
    });
  });
  return shown ? page(shown) : signIn(call, pending, instance, isDenied);
}

/** Goes on with the account that was shown, or signs the user in with another one. */
async function goOnWith(
  call: InteractionCall,
  pending: Pending,
  instance: EngineInstance,
  answer: string | undefined,
): Promise<Hosted> {
  if (answer !== 'other') return redirect(await instance.interactions.keepAccount(pending));
  const { person } = await call.inTenant(namedBy(call), (tx) => signedIn(tx, call));
  return signIn(call, pending, instance, false, person?.username);
}

const pages: Pages<'oidc-interaction', InteractionPage> = {
  async showOidcInteraction(call) {
    const { instance, interactions, pending } = await open(call);
    if (!pending) return beginAgain(call, instance);
    const isDenied = call.query.denied !== undefined;
    if (pending.prompt === 'select_account') return chooseAccount(call, pending, instance, isDenied);
    if (pending.prompt !== 'consent') return signIn(call, pending, instance, isDenied);
    const client = await interactions.client(pending);
    if (!client) throw over();
    const token = tokenOf(call) ?? '';
    const csrf = csrfOf(token, formName(pending));
    const locale = call.chosenLocale ?? wishedLocale(pending.uiLocales) ?? call.locale;
    return call.inTenant(namedBy(call), async (tx) => {
      const login = await findLogin(tx, token, frontOf(call));
      const person = login && (await readOwnPassword(tx, call.path.orgId, login.userId));
      if (!person || person.id !== pending.userId) throw over();
      const subject = await readOidcSubject(tx, call.path.orgId, person.id);
      if (!subject) throw over();
      const view = await viewIn(tx, { ...call, locale });
      const asked = { ...pending, action: pending.path, csrf, client, person };
      const words = await grantWords(tx);
      const held = claimValues(subject, [...words.scopes.values()]);
      return page(consentPage(view, { ...asked, held, words }));
    });
  },

  async answerOidcInteraction(call) {
    const { body } = call;
    const { instance, interactions, pending } = await open(call);
    if (!pending) return beginAgain(call, instance);
    if (pending.prompt !== 'consent' && pending.prompt !== 'select_account') throw over();
    const token = tokenOf(call) ?? '';
    if (!isCsrfOf(token, formName(pending), body.csrf)) throw new Failure('CROSS_SITE_REQUEST');
    if (pending.prompt === 'select_account') return goOnWith(call, pending, instance, body.answer);
    const client = await interactions.client(pending);
    const { userId } = pending;
    if (!client || userId === undefined) throw over();
    const allowed = body.answer === 'allow';
    const login = await call.inTenant(namedBy(call), async (tx) => {
      const found = await findLogin(tx, token, frontOf(call));
      // If another user sees the page now than the one it asked, the interaction begins again.
      if (found?.userId !== userId) return undefined;
      const answer = { userId, client, asked: pending };
      if (allowed) return (await allowApplication(tx, answer, call.origin)) ? found : undefined;
      await refuseApplication(tx, answer, call.origin);
      return found;
    });
    if (!login) throw over();
    return redirect(
      await (allowed
        ? interactions.consent(pending, login)
        : interactions.deny(pending, 'the user denied the request')),
    );
  },
};

export const routes = (parts: HostedParts & { oidc: OidcEngine }): Handlers<'oidc-interaction'> =>
  handlersOf(pages, hosted(parts, { oidc: parts.oidc }));
