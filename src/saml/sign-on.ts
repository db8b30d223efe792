import type { EntityManager } from '@mikro-orm/postgresql';
import { randomBytes } from 'node:crypto';
import { recordAudit, type Origin } from '../audit/audit.ts';
import { Failure } from '../failure.ts';
import { pairwiseSaltIn } from '../oidc/sql/oidc-subjects.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Vault } from '../platform/vault.ts';
import { newMessageId } from '../saml-messages/build/parts.ts';
import { nameIdFormats, statusCodes } from '../saml-messages/names.ts';
import type { NameId, Status } from '../saml-messages/read/header.ts';
import { canProceed, type SignInRequest, startSignIn } from '../sign-in/sign-ins.ts';
import type { SignInSite } from '../sign-in/steps/steps.ts';
import { type Browser, openBrowser } from '../users/sessions/browsers.ts';
import { findLogin, type Login, userActor } from '../users/sessions/login-sessions.ts';
import { attributesFor } from './attributes.ts';
import { classFor } from './authn-context.ts';
import { ServiceProvider } from './entities/service-provider.ts';
import { formatFor, nameFor } from './name-ids.ts';
import { openSamlKey, samlKeys } from './saml-keys.ts';
import type { SignOnAnswer } from './sign-on-answers.ts';
import { lockSamlRequest, noteSamlAnswer, type SamlRequestRow } from './sql/saml-requests.ts';
import { joinLogin } from './sql/saml-sessions.ts';
import { findSamlSubject, type SamlSubject } from './sql/saml-subjects.ts';

/** What a browser that comes back with a request does next: sign in, or bring a response. */
export type SignOnDecision =
  | { kind: 'sign-in'; id: string; browser: Browser }
  | ({ kind: 'answer' } & SignOnAnswer);

/** What a decision needs of the call. */
interface Site extends SignInSite {
  /** Where the browser comes back to. */
  path: string;
  /** Its cookie, unchecked. */
  token: string | undefined;
  /** Our entity id. */
  issuer: string;
  vault: Vault;
  origin: Origin;
  locale: string | undefined;
}

interface Context {
  em: EntityManager;
  site: Site;
  request: SamlRequestRow;
  provider: ServiceProvider;
}

const refused = (subcode: string, code: string = statusCodes.responder): Status => ({ code, subcode });

/**
 * Decides what a kept request comes to. Its response, the session of the service provider and the audit row commit together;
 * the caller signs the response afterwards.
 * @throws {Failure} INTERACTION_NOT_FOUND, SP_NOT_FOUND, SAML_ACS_MISMATCH
 */
export async function decideSignOn(em: EntityManager, id: string, site: Site): Promise<SignOnDecision> {
  const { orgId } = tenancyOf(em);
  const request = await lockSamlRequest(em, orgId, id);
  if (!request) throw new Failure('INTERACTION_NOT_FOUND');
  const { asked, serviceProviderId } = request;
  const provider = await em.findOne(ServiceProvider, { id: serviceProviderId, status: 'ACTIVE' });
  if (!provider) throw new Failure('SP_NOT_FOUND');
  // An administrator may have removed it while the user signed in.
  if (!provider.acsUrls.some(({ url }) => url === asked.acsUrl)) throw new Failure('SAML_ACS_MISMATCH');
  const context = { em, site, request, provider };
  if (asked.refusal) return answered(context, { status: asked.refusal });
  const login = await findLogin(em, site.token);
  const user = login && (await findSamlSubject(em, orgId, login.userId));
  if (login && user && satisfies(login, request)) return assertOf(context, login, user);
  if (asked.isPassive) return answered(context, { status: refused(statusCodes.noPassive) });
  return signIn(context, user && login);
}

function satisfies({ authTime, amr }: Login, { asked, createdAt }: SamlRequestRow): boolean {
  return !(asked.forceAuthn && authTime < createdAt) && classFor(amr, asked.classes) !== undefined;
}

/** Has the user sign in as the service provider wants it. */
async function signIn(context: Context, login: Login | undefined): Promise<SignOnDecision> {
  const { em, site, request } = context;
  const { asked, createdAt } = request;
  const browser = await openBrowser(em, site.token);
  const anew = asked.forceAuthn && !(login && login.authTime >= createdAt);
  // Without a login they sign in as everybody does, and are asked for more when they come back.
  const more = login && !anew && classFor(login.amr, asked.classes) === undefined;
  const { locale } = site;
  const hint = asked.subject && hinting.has(asked.subject.format) ? asked.subject.value : undefined;
  const wanted: SignInRequest = {
    returnTo: site.path,
    ...(hint === undefined ? {} : { loginHint: hint }),
    ...(anew ? { prompt: 'login' } : {}),
    ...(more ? { acr: 'mfa' } : {}),
    ...(locale === undefined ? {} : { locale }),
  };
  const { id } = await startSignIn(em, browser, wanted);
  if (more && !(await canProceed(em, id, site)))
    return answered(context, { status: refused(statusCodes.noAuthnContext) });
  return { kind: 'sign-in', id, browser };
}

/** Other names of users are not what users type. */
const hinting: ReadonlySet<string> = new Set([nameIdFormats.emailAddress, nameIdFormats.unspecified]);

/** Asserts who is signed in, or refuses the user. */
async function assertOf(context: Context, login: Login, user: SamlSubject): Promise<SignOnDecision> {
  const { em, request, provider } = context;
  const { orgId, now } = tenancyOf(em);
  const { asked } = request;
  const refuse = (status: Status) => answered(context, { status, user });
  const { allowedGroups } = provider;
  if (allowedGroups !== null && !user.groups.some(({ id }) => allowedGroups.includes(id)))
    return refuse({
      ...refused(statusCodes.requestDenied),
      message: 'The user may not use this application',
    });
  const format = formatFor(provider, asked.nameIdFormat);
  const salt = await pairwiseSaltIn(em, orgId, randomBytes(32));
  const value = format && nameFor(provider, format, user, salt);
  if (format === undefined || value === undefined)
    return refuse(refused(statusCodes.invalidNameIdPolicy, statusCodes.requester));
  const session = await joinLogin(em, orgId, {
    loginId: login.id,
    serviceProviderId: provider.id,
    nameIdFormat: nameIdFormats[format],
    isTransient: format === 'transient',
    nameId: value,
    sessionIndex: newMessageId(),
    sessionTtl: provider.sessionTtl,
  });
  // It ended a moment ago.
  if (!session) return signIn(context, undefined);
  const nameId = nameIdOf(context, format, session.nameId);
  const { subject } = asked;
  if (subject && !isSameName(subject, nameId)) return refuse(refused(statusCodes.unknownPrincipal));
  const authnContextClass = classFor(login.amr, asked.classes);
  if (authnContextClass === undefined) throw new Error('a login that is too weak is asked for more');
  return answered(context, {
    user,
    assertion: {
      id: newMessageId(),
      nameId,
      audiences: [...new Set([provider.entityId, ...provider.audiences])],
      // Clocks of service providers run behind.
      notBefore: new Date(now.getTime() - 60_000),
      notOnOrAfter: new Date(now.getTime() + provider.assertionTtl * 1000),
      authnInstant: login.authTime,
      sessionIndex: session.sessionIndex,
      sessionNotOnOrAfter: session.endsAt,
      authnContextClass,
      attributes: attributesFor(provider.attributeMappings, user),
    },
  });
}

/** Names that follow from our own state say whose they are (SAML core sections 8.3.7 and 8.3.8). */
function nameIdOf({ site, provider }: Context, format: keyof typeof nameIdFormats, value: string): NameId {
  const urn = nameIdFormats[format];
  if (format !== 'persistent' && format !== 'transient') return { value, format: urn };
  return { value, format: urn, nameQualifier: site.issuer, spNameQualifier: provider.entityId };
}

/** An e-mail address is compared as people write it. A format that is not said may be any. */
function isSameName(wanted: Pick<NameId, 'value' | 'format'>, { value, format }: NameId): boolean {
  if (wanted.format !== format && wanted.format !== nameIdFormats.unspecified) return false;
  return format === nameIdFormats.emailAddress
    ? wanted.value.toLowerCase() === value.toLowerCase()
    : wanted.value === value;
}

type Outcome = Pick<SignOnAnswer, 'assertion' | 'status'> & { user?: SamlSubject };

/** Ends a request with its one response. */
async function answered(
  { em, site, request, provider }: Context,
  { user, ...outcome }: Outcome,
): Promise<SignOnDecision> {
  const { orgId, now } = tenancyOf(em);
  await noteSamlAnswer(em, orgId, request.id);
  if (user) await record(em, { user, provider, status: outcome.status }, site.origin);
  const keys = await samlKeys(em, site.vault);
  const signing = keys.find(({ id }) => id === provider.signingKeyId) ?? keys[0];
  if (!signing) throw new Error(`the tenant ${orgId} has no SAML key`);
  const { messageId: inResponseTo, acsUrl, relayState } = request.asked;
  const key = await openSamlKey(em, site.vault, signing);
  const sender = { id: newMessageId(), issuer: site.issuer, issueInstant: now, destination: acsUrl };
  return { kind: 'answer', provider, key, acsUrl, relayState, sender, inResponseTo, ...outcome };
}

/** The user is the target, so that the row is erased with the user. */
async function record(
  em: EntityManager,
  { user, provider, status }: { user: SamlSubject; provider: ServiceProvider; status: Status | undefined },
  origin: Origin,
): Promise<void> {
  const name = user.displayName ?? user.username;
  await recordAudit(em, [
    {
      action: 'service_provider.sign_on',
      actor: userActor(user.id, name),
      targetType: 'user',
      targetId: user.id,
      targetName: name,
      result: status ? 'DENIED' : 'SUCCESS',
      reason: `${status?.subcode?.split(':').at(-1) ?? ''} ${provider.name} (${provider.id})`.trim(),
      ...origin,
    },
  ]);
}
