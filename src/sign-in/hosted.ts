import type { Origin, RequestOrigin } from '../audit/audit.ts';
import type { AccessGuard } from '../conditional-access/judge/machines.ts';
import { authConfig } from '../users/auth-config.ts';
import type { Browser } from '../users/sessions/browsers.ts';
import { Failure } from '../failure.ts';
import type { Markup } from '../lib/markup.ts';
import type { Endings } from '../users/endings.ts';
import type { Enforcement } from '../users/enforcement.ts';
import type { KeepOwnersIn } from '../users/keep-owners.ts';
import type { MailAbility } from '../users/invitations/invitations.ts';
import type { OwnPassword } from '../users/passwords/sql/own-password.ts';
import { type Login, signOut } from '../users/sessions/login-sessions.ts';
import type { ApplicationList } from './listed-application.ts';
import type { SignIn } from './entities/sign-in.ts';
import type { AccountArea, AccountForm } from './pages/account.ts';
import type { StepForm } from './pages/sign-in.ts';
import type { KnownApplications, PageReads } from './page-reads.ts';
import type { PendingLink } from './pending-link.ts';
import type { HeldUser } from './sql/password-facts.ts';
import type { Factor } from './steps/factors.ts';
import type { FederatedSignInCounter } from './upstream.ts';
import { cookieName, setCookie } from '../lib/cookie.ts';
import { isId } from '../lib/id.ts';
import type { PageApplication } from '../platform/pages/application.ts';
import { type Hosted, type PageCall, type PageRequest, redirect } from '../platform/pages/answers.ts';
import { type PageView, viewOf } from '../platform/pages/view.ts';
import type { NamedTenant, Tenant } from '../platform/tenancy.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';

/** The call of a hosted page, without the parameters of its operation. */
export interface HostedPage extends PageCall {
  origin: RequestOrigin;
  /** The request, for what only some pages read of it. */
  request: HostedRequest;
  /** Whether links by mail can be offered. */
  mail: Pick<MailAbility, 'enabled'>;
  vault: Vault;
  /** Judges by the policies of conditional access. */
  access: AccessGuard;
  wired: SignInWiring;
  signIns: FederatedSignInCounter;
  /** The facts that were read under the lock of the user, in this transaction and for it. */
  facts?: HeldUser | undefined;
}

/** The call of a hosted page of a tenant. */
export interface HostedCall extends HostedPage {
  path: { orgId: string };
}

/** The parts of the process that every hosted page uses. */
export interface HostedParts
  extends Pick<HostedPage, 'findTenant' | 'mail' | 'vault' | 'access' | 'wired' | 'signIns'> {
  baseUrl: () => string;
}

/** A request, as far as hosted pages need it. */
interface HostedRequest extends Pick<HostedPage, 'origin' | 'inTenant'> {
  page: PageRequest;
  limits: {
    /** To be called before a password or a code is tried. @throws {RateLimited} when too many were from this address */
    signIns: () => Promise<void>;
  };
}

/**
 * Makes the function that joins a request with the parts of hosted pages. Rooms pass on the one object that it returns.
 * @param more the parts that the pages of one family use besides
 */
export const hosted =
  <More extends object>(
    { baseUrl, findTenant, mail, vault, access, wired, signIns }: HostedParts,
    more: More,
  ) =>
  <Request extends HostedRequest>(request: Request): HostedPage & More & { request: Request } => {
    const { origin, inTenant, page } = request;
    return {
      ...more,
      ...page,
      request,
      inTenant,
      origin,
      requestId: origin.requestId,
      baseUrl: baseUrl(),
      findTenant,
      mail,
      vault,
      access,
      wired,
      signIns,
    };
  };

/**
 * The additions of higher rooms to sign-in and to the account page. `src/wiring.ts` fills this object.
 */
export interface SignInWiring {
  endings: Endings;
  /** Which users must sign in by a connection. */
  enforcement: Enforcement;
  keepOwnersIn: KeepOwnersIn;
  /**
   * Links an account of an identity provider with the user who has proved both, and whose row is locked.
   * @returns false if the account may not be linked any more, or belongs to another user
   */
  linkPending: (
    tx: Tx,
    link: PendingLink,
    site: { origin: Origin; access: Pick<AccessGuard, 'geoIp'>; wired: { endings: Endings } },
  ) => Promise<boolean>;
  /** Offered after the factors of this room. */
  factors: readonly Factor[];
  /** The page of each of those factors, by its name. */
  stepPages: Readonly<Record<string, StepPage>>;
  /** Shown on the page that asks for the name, for what needs no name. */
  besideName: (tx: Tx, form: StepForm) => Promise<Markup | null>;
  /** Shown above the field for the name, for what a hint of the application names. */
  aboveName: (tx: Tx, form: StepForm, signIn: SignIn) => Promise<Markup | null>;
  /** How users know the application that they sign in to. Each function knows those of one protocol. */
  knownApplications: readonly KnownApplications[];
  /** The columns for other rooms in the statement that reads the page of a sign-in. */
  pageReads: PageReads;
  /** The applications that users may open on the account page, of each protocol. */
  applicationLists: readonly ApplicationList[];
  /** Sections of each part of the account page, after those of this room. */
  accountSections: Readonly<Partial<Record<AccountArea, readonly AccountSection[]>>>;
}

/** The context that a page of a step may need besides its form. */
export interface StepContext {
  tx: Tx;
  call: HostedCall;
  signIn: SignIn;
  browser: Browser;
  /** The application of the sign-in, if it was read with the sign-in. */
  application: PageApplication | undefined;
}

export type StepPage = (form: StepForm, context: StepContext) => Markup | Promise<Markup>;

/** The parts that a section of the account page is made of. */
export interface SectionContext {
  tx: Tx;
  call: HostedCall;
  login: Login;
  own: OwnPassword;
  form: AccountForm;
  /** Part of the name of an application that the user looks for. */
  search: string | undefined;
}

/** A section of the account page; null if the user has no use for it. */
export type AccountSection = (context: SectionContext) => Promise<Markup | null>;

const cookie = 'kd_session';
/** As long as browsers keep one. Logins end long before; what stays is that the browser is known. */
const cookieSeconds = 400 * 86_400;

/** @throws {Failure} ORGANIZATION_NOT_FOUND, ORGANIZATION_SUSPENDED */
export async function tenantOf({ path, findTenant }: HostedCall): Promise<Tenant> {
  const tenant = await findTenant(path.orgId);
  if (!tenant) throw new Failure('ORGANIZATION_NOT_FOUND');
  return tenant;
}

/**
 * Names the tenant of a page, for a transaction that looks it up itself.
 * @throws {Failure} ORGANIZATION_NOT_FOUND
 */
export function namedBy({ path: { orgId } }: Pick<HostedCall, 'path'>): NamedTenant {
  if (!isId('org', orgId)) throw new Failure('ORGANIZATION_NOT_FOUND');
  return { orgId };
}

/** Returns the content of the browser's cookie, unchecked. */
export const tokenOf = ({ cookies, baseUrl }: Pick<HostedCall, 'cookies' | 'baseUrl'>): string | undefined =>
  cookies[cookieName(cookie, baseUrl)];

/** The cookies that an answer sets for a browser: none where it has the right one. */
export const cookiesOf = ({ token, isNew }: Browser, baseUrl: string): string[] =>
  isNew ? [setCookie(cookie, token, { baseUrl, maxAge: cookieSeconds })] : [];

/**
 * Returns what a page of the tenant of `tx` knows besides its own content. Does not use `call.findBranding`: a
 * request that holds one connection and waits for another may wait without end.
 */
export const viewIn = async (
  tx: Tx,
  call: Pick<HostedCall, 'locale' | 'requestId' | 'here'>,
): Promise<PageView> => {
  const { branding, passwordPolicy } = await authConfig(tx);
  return { ...viewOf(call, branding), minLength: passwordPolicy.minLength };
};

/** Ends the login of a browser, and takes it on: to what is left to do there, or to the page that says so. */
export async function signOutHere(
  tx: Tx,
  { path: { orgId }, wired }: Pick<HostedCall, 'path' | 'wired'>,
  loginId: string,
  end: () => Promise<unknown>,
): Promise<Hosted> {
  const detour = await signOut(tx, { loginId, nextUrl: null }, wired.endings, end);
  return redirect(detour ?? `/login/${orgId}/signed-out`);
}

export const signInPath = (orgId: string, id: string): string => `/login/${orgId}?sign_in=${id}`;
export { accountPath } from './pages/account.ts';
