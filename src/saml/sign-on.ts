import type { Demand } from '../conditional-access/resources/user-attempts.ts';
import { Failure } from '../failure.ts';
import { certainTime } from '../lib/proof-time.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { nameIdFormats, statusCodes } from '../saml-messages/names.ts';
import { type AccessSite, decideOnLogin, demanding, frontOf, recordDenied } from '../sign-in/access.ts';
import { canProceed, type SignInRequest, startSignIn } from '../sign-in/sign-ins.ts';
import type { SignInSite } from '../sign-in/steps/steps.ts';
import { type Browser, openBrowser } from '../users/sessions/browsers.ts';
import { findLogin, type Login } from '../users/sessions/login-sessions.ts';
import type { AskedSignOn } from './asked-sign-on.ts';
import { type Asserted, assertionAbout, refused } from './asserting.ts';
import { classFor } from './authn-context.ts';
import { ServiceProvider } from './entities/service-provider.ts';
import { addressed, type SignOnAnswer } from './sign-on-answers.ts';
import { openSignOn } from './sealed-asked.ts';
import { recordSignOn } from './sign-on-trail.ts';
import { lockSamlRequest, noteSamlAnswer, type SamlRequestRow } from './sql/saml-requests.ts';
import { findSamlSubject, type SamlSubject } from './sql/saml-subjects.ts';

/** The next step of a browser that comes back with a request: sign in, or bring a response. */
export type SignOnDecision =
  | { kind: 'sign-in'; id: string; browser: Browser }
  | ({ kind: 'answer' } & SignOnAnswer);

/** The parts of the call that a decision needs. */
interface Site extends SignInSite, AccessSite {
  /** Where the browser comes back to. */
  path: string;
  /** Its cookie, unchecked. */
  token: string | undefined;
  /** Our entity id. */
  issuer: string;
  vault: Vault;
  locale: string | undefined;
  /** Whether a sign-in for the service provider was blocked, and the user goes back. */
  isDenied: boolean;
}

/** A kept request that was opened. */
type Request = Omit<SamlRequestRow, 'asked'> & { asked: AskedSignOn };

interface Context {
  tx: Tx;
  site: Site;
  request: Request;
  provider: ServiceProvider;
}

/**
 * Decides what a kept request comes to. Its response, the session of the service provider and the audit row commit together;
 * the caller signs the response afterwards.
 * @throws {Failure} INTERACTION_NOT_FOUND, SP_NOT_FOUND, SAML_ACS_MISMATCH
 */
export async function decideSignOn(tx: Tx, id: string, site: Site): Promise<SignOnDecision> {
  const { orgId } = tenancyOf(tx);
  const row = await lockSamlRequest(tx, orgId, id);
  const asked = row && openSignOn(site.vault, { orgId, ...row });
  if (!asked) throw new Failure('INTERACTION_NOT_FOUND');
  const request: Request = { ...row, asked };
  const { serviceProviderId } = request;
  const provider = await tx.findOne(ServiceProvider, { id: serviceProviderId, status: 'ACTIVE' });
  if (!provider) throw new Failure('SP_NOT_FOUND');
  // An administrator may have removed it while the user signed in.
  if (!provider.acsUrls.some(({ url }) => url === asked.acsUrl)) throw new Failure('SAML_ACS_MISMATCH');
  const context = { tx, site, request, provider };
  if (asked.refusal) return answered(context, { status: asked.refusal });
  const login = await findLogin(tx, site.token, frontOf(site));
  const user = login && (await findSamlSubject(tx, orgId, login.userId));
  if (login && user && satisfies(login, request)) {
    const verdict = await decideOnLogin(tx, site, login, provider.id, { isQuiet: asked.isPassive });
    if (verdict.kind === 'blocked' || (verdict.kind === 'asked' && site.isDenied))
      return answered(context, { status: refused(statusCodes.requestDenied) }, user);
    if (verdict.kind === 'asked')
      return asked.isPassive
        ? answered(context, { status: refused(statusCodes.noPassive) })
        : signIn(context, login, verdict);
    const asserted = await assertionAbout(tx, { provider, issuer: site.issuer, asked }, { login, user });
    return asserted ? answered(context, asserted, user) : signIn(context, undefined);
  }
  if (asked.isPassive) return answered(context, { status: refused(statusCodes.noPassive) });
  if (site.isDenied) return answered(context, { status: refused(statusCodes.requestDenied) });
  return signIn(context, user && login);
}

function satisfies(login: Login, { asked, createdAt }: Request): boolean {
  return (
    !(asked.forceAuthn && certainTime(login) < createdAt) && classFor(login.amr, asked.classes) !== undefined
  );
}

/**
 * Has the user sign in as the service provider wants it.
 * @param demand what conditional access requires besides
 */
async function signIn(context: Context, login: Login | undefined, demand?: Demand): Promise<SignOnDecision> {
  const { tx, site, request, provider } = context;
  const { asked, createdAt } = request;
  const browser = await openBrowser(tx, site.token);
  const anew = asked.forceAuthn && !(login && certainTime(login) >= createdAt);
  // Without a login they sign in as everybody does, and are asked for more when they come back.
  const more = login && !anew && classFor(login.amr, asked.classes) === undefined;
  const { locale } = site;
  const hint = asked.subject && hinting.has(asked.subject.format) ? asked.subject.value : undefined;
  const wanted: SignInRequest = {
    returnTo: site.path,
    serviceProviderId: provider.id,
    ...(hint === undefined ? {} : { loginHint: hint }),
    ...(demand ? demanding(demand) : {}),
    ...(anew ? { prompt: 'login' } : {}),
    ...(more ? { acr: 'mfa' } : {}),
    ...(locale === undefined ? {} : { locale }),
  };
  const { id } = await startSignIn(tx, browser, wanted);
  if ((more || demand) && !(await canProceed(tx, id, site))) {
    if (demand && login) await recordDenied(tx, site, login, provider.id);
    return answered(context, {
      status: refused(demand ? statusCodes.requestDenied : statusCodes.noAuthnContext),
    });
  }
  return { kind: 'sign-in', id, browser };
}

/** Other names of users are not what users type. */
const hinting: ReadonlySet<string> = new Set([nameIdFormats.emailAddress, nameIdFormats.unspecified]);

/** Ends a request with its one response. @param user absent if no user was looked at */
async function answered(
  { tx, site, request, provider }: Context,
  asserted: Asserted,
  user?: SamlSubject,
): Promise<SignOnDecision> {
  const { orgId } = tenancyOf(tx);
  await noteSamlAnswer(tx, orgId, request.id);
  const status = 'status' in asserted ? asserted.status : undefined;
  if (user) await recordSignOn(tx, { user, provider, status }, site.origin);
  const { messageId: inResponseTo, acsUrl, relayState } = request.asked;
  const unsigned = { provider, acsUrl, relayState, inResponseTo, ...asserted };
  const about = { userId: user?.id, isVerified: request.asked.isVerified };
  const answer = await addressed(tx, unsigned, about, site);
  return { kind: 'answer', ...answer };
}
