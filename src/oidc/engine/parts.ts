import type { JWK } from 'jose';
import type { ClientCertificate } from '../../lib/client-certificate.ts';
import type { DevicePlatform } from '../../lib/device-platform.ts';
import type { Pool } from 'pg';
import type { DocumentSetting } from '../document-setting.ts';
import type { ClaimMapping } from '../claim-source.ts';
import type { Failure } from '../../failure.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Artifact, ArtifactKey } from '../sql/oidc-artifacts.ts';
import type { ClientOrigin } from '../client-origin.ts';
import type { MachineToken } from '../sql/machine-tokens.ts';
import type { OidcClientRow } from '../sql/oidc-clients.ts';
import type { FamilyKey } from '../sql/oidc-grants.ts';
import type { Asking, ReadAhead } from './read-ahead.ts';

/** How long a user may take to answer the questions of an authorization. */
export const interactionSeconds = 1_800;

/** A scope that a tenant made itself, and what its claims are filled from. */
export interface CustomScope {
  name: string;
  claims: readonly ClaimMapping[];
  /** Whether a client that has it gets it without asking for scopes. */
  isDefault: boolean;
}

/** An API of a tenant that tokens are for (RFC 8707). */
export interface ResourceSettings {
  /** The audience of its tokens. */
  identifier: string;
  name: string;
  /** The names of its scopes, which mean something at this resource alone. */
  scopes: readonly string[];
  /** In seconds. */
  accessTokenTtl: number;
  accessTokenFormat: 'jwt' | 'opaque';
  /** The clients that may ask for it with all its scopes; null for all clients of administrators. */
  clients: readonly string[] | null;
  /** Whether strangers may ask for it. */
  agents: boolean;
  /** The clients that are the resource. */
  servedBy: readonly string[];
}

/** The settings that an instance of the engine is built from. Another version is another instance. */
export interface TenantSettings {
  orgId: string;
  version: number;
  /** Private keys; of those with one algorithm the first signs, all verify and are published. */
  keys: readonly JWK[];
  scopes: readonly CustomScope[];
  /** Which client ID metadata documents are read. */
  documents: DocumentSetting;
  /** Whether programs can register clients (RFC 7591). */
  registersClients: boolean;
  resources: readonly ResourceSettings[];
}

/** Where settings and clients come from. Every request reads the version, so none sees settings of before it began. */
export interface TenantSource {
  /** @returns undefined where there is no such tenant */
  ahead: (orgId: string, asking?: Asking) => Promise<ReadAhead | undefined>;
  load: (orgId: string) => Promise<TenantSettings>;
  client: (orgId: string, clientId: string) => Promise<OidcClientRow | undefined>;
}

/** A request of a client for a token without a user. */
export interface ClientUse {
  /** The client id. */
  application: string;
  address: string;
  requestId: string;
  now: Date;
}

/** A user who has signed in with this browser. */
export interface Login {
  id: string;
  userId: string;
  browserId: string;
  amr: string[];
  authTime: Date;
  /** Whether the user proved their identity at `authTime`. */
  isTimeKnown: boolean;
  /** When all tokens that come of it end; null if they last as long as those of others. */
  tokensEndAt: Date | null;
  /** The seconds until then. */
  tokenSecondsLeft: number | null;
  /** The connection that the user signed in by; null for a sign-in with factors of Keyward. */
  connectionId: string | null;
  /** Whether the browser was at the device origin, and the certificate that it showed there. */
  isDeviceAsked: boolean;
  certificate: ClientCertificate | null;
  /** access_version of the tenant. */
  accessVersion: number;
}

/** Seals content that would let its reader act for a user. */
export interface Sealer {
  seal: (text: string, orgId: string, purpose: string) => Buffer;
  open: (sealed: Buffer, orgId: string, purpose: string) => string;
}

/** A page of the engine, and its content. */
export type EnginePage =
  | { name: 'device'; action: string; xsrf: string; userCode: string; error: DeviceError | undefined }
  | {
      name: 'device-confirm';
      action: string;
      xsrf: string;
      userCode: string;
      client: ShownClient;
      place: DeviceOrigin;
    }
  | { name: 'device-done' }
  | { name: 'logout'; action: string; xsrf: string; client: ShownClient | undefined }
  | { name: 'logged-out' }
  | { name: 'answer'; action: string; fields: [name: string, value: string][]; client: ShownClient }
  | { name: 'error'; status: number; error: string; code: string; isHint: boolean };

export type DeviceError = 'none' | 'unknown' | 'expired' | 'used' | 'aborted' | 'too-many' | 'failed';

export interface ShownClient {
  id: string;
  name: string;
  logoUri: string | null;
  origin: ClientOrigin;
}

/** Where a device asked for its code. */
export type DeviceOrigin = {
  address: string;
  userAgent: string;
};

/** The values of one request that the engine does not read from the request. */
export interface Visit {
  /** The client's address, behind the trusted proxies. */
  address: string;
  /** The client certificate, if a trusted proxy tells of one. */
  certificate?: ClientCertificate | undefined;
  /** The token of the browser (src/users/sessions/login-sessions.ts). */
  browserToken: string | undefined;
  requestId: string;
  /** Whether its answer is read by a program: everywhere but where people come, and there if it says so by `Accept`. */
  program: boolean;
  /** The code that a user typed or was sent, for the page that asks for a user code. */
  userCode: string;
  /** The name of the form that was kept, where one stands for the query. */
  form: string | undefined;
  /** The query of a posted form that is answered at once, as if it had come by GET. */
  query?: string | undefined;
  /** Makes a page of ours, in the language of the person. */
  page: (page: EnginePage) => Promise<string>;
}

/** The end of a user's session for one client. All fields are ids. */
export interface ClientLogout {
  userId: string;
  clientId: string;
  /** The id of the user's session at the client, as in its ID tokens. */
  sid: string;
}

/** A logout that is still to be told. */
export interface LogoutDue extends ClientLogout {
  /** Host and port of the client's `backchannelLogoutUri`. */
  address: string;
}

/** Which request it was, and where it came from. */
interface Origin {
  requestId: string;
  ipAddress: string;
  userAgent: string;
}

/** Why everything of a grant ends, and for which client. */
export interface FamilyEnd {
  reason: 'CODE_REUSED' | 'REFRESH_TOKEN_REUSED' | 'DEVICE_CODE_REUSED' | 'REVOKED_BY_CLIENT';
  client: { id: string; name: string };
  origin: Origin;
}

/** The answer of a user to a device, and the content that is stored for its code from then on. */
export interface DeviceDecision {
  isAllowed: boolean;
  /** The user; null for a user who has not signed in, who can only refuse. */
  userId: string | null;
  clientId: string;
  origin: Origin;
  sealed: Buffer;
  grantId: string | null;
}

/** An identity assertion that a client got for another system. */
export interface IssuedAssertion {
  userId: string;
  client: { id: string; name: string };
  /** The issuer of the other authorization server. */
  audience: string;
  origin: Origin;
}

/** An identity assertion that a client presents. */
export interface PresentedAssertion extends Pick<IssuedAssertion, 'client' | 'origin'> {
  text: string;
  /** The issuer of the tenant. */
  audience: string;
}

/** A verified identity assertion, and its user. */
export interface VerifiedAssertion {
  userId: string;
  connectionId: string;
  amr: string[];
  /** Null if the identity provider does not say. */
  authTime: Date | null;
  /** How long tokens may last that come of the connection, in seconds; null for as long as others. */
  mostSeconds: number | null;
  /** Undefined if the assertion leaves them to this server; so are the resources. */
  scopes: readonly string[] | undefined;
  resources: readonly string[] | undefined;
  /** The thumbprint of the key that the client must prove. */
  jkt: string | undefined;
}

/** Why the engine refuses the user of an assertion, for the trace of the connection. */
export interface AssertionFault {
  step: 'ACCESS' | 'TOKEN';
  reason: string;
}

/** The identity assertions of the identity providers of a tenant. */
export interface Assertions {
  /** @param judge is called with a verified assertion, before it counts as used */
  accept: (
    orgId: string,
    presented: PresentedAssertion,
    judge: (verified: VerifiedAssertion) => Promise<AssertionFault | undefined>,
  ) => Promise<VerifiedAssertion | { refusal: string }>;
  /** Tells whether a connection is trusted for assertions now. */
  isTrusted: (orgId: string, connectionId: string) => Promise<boolean>;
  /** Tells whether a connection is trusted for assertions, and whether a client may get assertions. */
  offered: (orgId: string) => Promise<{ accepts: boolean; issues: boolean }>;
}

/** Changes that are on record; each commits with its row (decisions 6.4). */
export interface Trail {
  assertionIssued: (orgId: string, issued: IssuedAssertion) => Promise<void>;
  endFamily: (key: FamilyKey, end: FamilyEnd) => Promise<void>;
  decideDevice: (key: ArtifactKey, decision: DeviceDecision) => Promise<void>;
}

/** Where a user is, as far as it is known. */
export interface Front {
  address: string | undefined;
  platform?: DevicePlatform;
  certificate?: ClientCertificate;
}

/** A user who wants to use a client. */
export interface ClientAttempt {
  userId: string;
  application: string;
  clientType: 'browser' | 'native';
  /** Whether no administrator has made the client. */
  isAgent: boolean;
  front: Front;
  /** The login whose last request of the browser counts in place of `front`, if it is kept. */
  frontOf?: string | undefined;
  /** The proof that the user has given. */
  proved: Pick<Login, 'amr' | 'authTime'> & Partial<Pick<Login, 'isDeviceAsked'>>;
  loginId?: string;
  browserId?: string;
  requestId: string | null;
  /** Whether the browser can be led through the device origin. */
  canShowDevice?: boolean;
  /** Whether the client wants an answer without a page (`prompt=none`). */
  isQuiet?: boolean;
}

/** The proof that conditional access requires of a user for a client. */
export interface ClientDemand {
  missing: ('MFA' | 'PASSKEY' | 'REAUTHENTICATION' | 'DEVICE')[];
  /** Whether a factor counts that the user sets up in the sign-in that asks for it. */
  mayEnrol: boolean;
  /** How old a sign-in may be. */
  maxAgeSeconds: number;
}

/** Whether conditional access lets a user use a client. */
export type ClientVerdict = { kind: 'allowed' } | { kind: 'blocked' } | ({ kind: 'asked' } & ClientDemand);

/** Judges a user by the policies of conditional access. @param version access_version of the tenant */
export type JudgeUser = (version: number, attempt: ClientAttempt) => Promise<ClientVerdict>;

/** The fields of a form by their names; lists are those that may be sent several times, as the contract says. */
export type EngineForm = Readonly<Record<string, string | string[] | undefined>>;

/** A client got tokens for itself, or a request in its name did not prove to be of it. */
interface NotedClientUse {
  orgId: string;
  clientId: string;
  outcome: 'ISSUED' | 'REFUSED';
  address: string;
}

/** Is called for each answer that the engine did not make; for tests. */
export type NoteOwnAnswer = (operation: 'token' | 'introspect' | 'userInfo') => void;

export interface EngineParts {
  pool: Pool;
  sealer: Sealer;
  saveToken: (token: Artifact) => Promise<boolean>;
  /** Stores a new token of a client for itself. */
  saveMachineToken: (token: MachineToken) => Promise<void>;
  /** The public origin; every address we give out is built from it. */
  baseUrl: () => string;
  tenants: TenantSource;
  trail: Trail;
  assertions: Assertions;
  /** Whether a policy of conditional access blocks a client that acts without a user. */
  isBlocked: (tenant: Tenant, use: ClientUse, policiesVersion: number) => Promise<boolean>;
  /** @param front where the request of the browser came from, which is noted with the login */
  login: (orgId: string, browserToken: string, front: Front) => Promise<Login | undefined>;
  judge: (orgId: string, ...given: Parameters<JudgeUser>) => Promise<ClientVerdict>;
  /**
   * Signs a browser out of a tenant.
   * @param nextUrl where the browser goes then
   * @returns the path that the browser must go to first, if there is one
   */
  endLogin: (orgId: string, loginId: string, nextUrl: string) => Promise<string | undefined>;
  /** Has a client told of a logout, soon. */
  logoutDue: (orgId: string, logout: LogoutDue) => Promise<void>;
  /** False if the engine answers machines, too; for tests. */
  ownAnswers?: boolean | undefined;
  answeredByOwn?: NoteOwnAnswer | undefined;
  /** Counts a request of a client that exists, for the audit log. */
  noteClient?: ((use: NotedClientUse) => void) | undefined;
  /** The guarded way out, for keys of clients and for telling them of a logout. */
  fetch: typeof globalThis.fetch;
  /** Logs a fault of ours, or an outage of the database. @returns what the client is told */
  failed: (error: unknown, requestId: string | undefined) => Failure;
}
