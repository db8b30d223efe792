import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Families, Operations, operations } from '../generated/operations.ts';
import type { GetReadinessErrors } from '../generated/types/types.gen.ts';
import type { Grantor } from './platform/grants.ts';
import type { IssuerKeys } from './credentials/issuer-keys.ts';
import type { MailAbility } from './users/invitations/invitations.ts';
import type { BreachedPasswords } from './users/passwords/breached-passwords.ts';
import type { Role } from './users/directory/role.ts';
import type { OpenedOrganization } from './users/sessions/sql/api-callers.ts';
import type { Origin } from './audit/audit.ts';
import type { FederatedSignInCounter } from './sign-in/upstream.ts';
import type { Quotas } from './platform/quotas.ts';
import type { SignOnCounter } from './saml/sign-on-trail.ts';
import type { NamedScimUser } from './scim/named-users.ts';
import type { NewScimToken } from './scim/scim-tokens.ts';
import type { ScanningKeys } from './credentials/scanning-keys.ts';
import type { ShownRows } from './credentials/shown-rows.ts';
import type { SharedReads } from './platform/shared-reads.ts';
import type { SecretOwners } from './credentials/secret-owners.ts';
import type { SecretAtOnce, Settled } from './credentials/let-in.ts';
import type { SecretUses } from './credentials/verifications.ts';
import type { Failure } from './failure.ts';
import type { ClientCertificate } from './lib/client-certificate.ts';
import type { FieldChange } from './lib/field-change.ts';
import type { Branding } from './lib/auth-config.ts';
import type { TxtLookUp } from './lib/txt-records.ts';
import type { AccessGuard } from './conditional-access/judge/machines.ts';
import type { Outgoing } from './platform/outgoing.ts';
import type { Seen } from './platform/replacing.ts';
import type { OidcEngine } from './oidc/engine/engine.ts';
import type { Hosted, PageCall } from './platform/pages/answers.ts';
import type { Tenant } from './platform/tenancy.ts';
import type { Vault } from './platform/vault.ts';
import type { Wiring } from './wiring.ts';

export type OperationId = keyof Operations;

/** Who is calling, in which tenant, and what it may give away. */
interface AnyCaller extends Grantor {
  orgId: string;
  environment: 'live' | 'test';
}

/** The credential behind an API key. */
export interface ApiCaller extends AnyCaller {
  credentialId: string;
  identityId: string;
  identityName: string;
  /** The presented secret; only to derive keys from, never to store or log. */
  secret: string;
}

/** A user who is signed in with a browser, and calls the API by a page of our own. */
export interface UserCaller extends AnyCaller {
  userId: string;
  userName: string;
  roles: readonly Role[];
  loginId: string;
  /** When the user proved their identity; null if an identity provider did not say. */
  authTime: Date | null;
  /** What the cookie of the browser holds; only to derive keys from, never to store or log. */
  secret: string;
}

/** A directory that provisions over SCIM, by its token; its scopes are those its permissions stand for. */
export interface ScimCaller extends AnyCaller, Pick<NewScimToken, 'profile' | 'permissions'> {
  tokenId: string;
  tokenName: string;
}

/** Who may call the operations of the API. */
export type AnyApiCaller = ApiCaller | UserCaller;

export type Caller = AnyApiCaller | ScimCaller;

/** What a handler tells of its attempt: to the audit row (decisions 6.4) and, over SCIM, to the provisioning log. */
export interface Attempt {
  targetId?: string;
  targetName?: string;
  reason?: string | null;
  /** What one call did to many: each gets an audit row of its own, beside that of the call. */
  each?: { action: string; targetId: string; targetName: string; changes?: FieldChange[] }[];
  /** Over SCIM what a dry run shows as well. Never a password. */
  changes?: FieldChange[];
  externalId?: string | null;
  /** What was asked in short: the paths of the resource that was sent, or the operations of a patch. */
  asked?: { op: string; path: string | null }[];
  /** What was sent and meant nothing to us. */
  ignored?: string[];
  /** Over SCIM, what was done otherwise than asked. */
  note?: string;
}

/** One operation inside a bulk request (RFC 7644 section 3.7); `path` starts below the base: `/Users/usr_…`. */
export interface BulkStep {
  method: string;
  path: string;
  body: unknown;
  /** The `version` of the step. */
  ifMatch: string | undefined;
  /** Why the step cannot be tried: it is answered and noted as one that was refused. */
  refusal?: Failure;
}

/** What a step of a bulk request was answered. */
export interface BulkAnswer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/** A body that never changes. To write a large one for every request would keep other requests waiting. */
export interface Prepared<Body> {
  body: Body;
  bytes: Buffer;
}

/** What operations of the contract itself need from the process. */
export interface Service {
  document: { json: () => Promise<Prepared<Record<string, unknown>>>; yaml: () => Promise<Prepared<string>> };
  health: () => Promise<{ status: 'ok' | 'failing'; checks: Record<string, string> }>;
}

type Part<Id extends OperationId, Name extends 'body' | 'path' | 'query'> = NonNullable<
  Operations[Id]['data'][Name]
>;
/** Fields that have a default in the contract are always there. */
type Filled<T, Names extends PropertyKey> = Omit<T, Names & keyof T> & Required<Pick<T, Names & keyof T>>;

type CallerOf<Scheme> = Scheme extends 'apiKey'
  ? AnyApiCaller
  : Scheme extends 'scimToken'
    ? ScimCaller
    : undefined;

/**
 * The entity manager of the caller's tenant. An operation that neither reads nor changes by entities has none, and one without a
 * known caller opens its transactions itself.
 */
type EmOf<Facts> = Facts extends { secured: true; transaction: string } | { secured: true; reads: true }
  ? EntityManager
  : undefined;

/** What every handler gets of the process. */
export interface Given {
  uses: SecretUses;
  owners: SecretOwners;
  scanningKeys: ScanningKeys;
  /** Reads what the GET of one resource shows. */
  rows: ShownRows;
  /** Finds a user by the user name, as SCIM shows users. */
  namedScimUser: NamedScimUser;
  /** Reads lists that several requests ask for at the same time. */
  shared: SharedReads;
  mail: MailAbility;
  breached: BreachedPasswords;
  vault: Vault;
  outgoing: Outgoing;
  /** Looks up the DNS records that prove domains. */
  records: TxtLookUp;
  issuers: IssuerKeys;
  /** Judges by the policies of conditional access. */
  access: AccessGuard;
  oidc: OidcEngine;
  service: Service;
  /** The lists through which lower rooms call higher ones. */
  wired: Wiring;
  signOns: SignOnCounter;
  signIns: FederatedSignInCounter;
}

/** What a handler gets: a validated request, the caller, and an entity manager of its own tenant. */
export interface Call<Id extends OperationId> extends Given, PageCall {
  body: Filled<Part<Id, 'body'>, Operations[Id]['bodyDefaults']>;
  path: Part<Id, 'path'>;
  query: Filled<Part<Id, 'query'>, Operations[Id]['queryDefaults']>;
  caller: CallerOf<(typeof operations)[Id]['scheme']>;
  em: EmOf<(typeof operations)[Id]>;
  /** Finds the tenant of a connection to an identity provider: its callback names the connection alone. */
  findTenantOfConnection: (id: string) => Promise<Tenant | undefined>;
  /** Lists the organizations that the browser of the request has sessions of. */
  findOrganizations: () => Promise<OpenedOrganization[]>;
  /** Finds the tenant of the session of this browser that opens a tenant. */
  findSession: (orgId: string) => Promise<Tenant | undefined>;
  /** Finds the live tenant of the organization that the first start made. */
  findFirstTenant: () => Promise<Tenant | undefined>;
  /** Whether a developer at the machine of the service calls, by a name of this machine. */
  isAtThisMachine: () => boolean;
  /** Finds the live tenant of the service, if it has one organization only. */
  findOnlyTenant: () => Promise<Tenant | undefined>;
  /** What the pages of a tenant look like; undefined when there is no such tenant. */
  findBranding: (orgId: string) => Promise<Branding | undefined>;
  /** Postgres's time: of the transaction in operations that write, of the authentication in others. */
  now: Date;
  /** The client's address. */
  address: string;
  /** Where the request came from, for what is recorded of it. */
  origin: Origin;
  /** The bytes of the body, for its signature; empty where there is none. */
  rawBody: Buffer;
  /** The query as it came, without the question mark. */
  rawQuery: string;
  /** To be called before a password or a code is tried. @throws {RateLimited} when too many were from this address */
  limitSignIns: () => Promise<void>;
  /**
   * Counts this request as one of an OAuth client: 300 a minute, from each address. For operations that the contract
   * marks `x-rate-limit: client`; to be called before anything is looked up or tried for that client.
   * @throws {RateLimited} when it is one too many
   */
  clientLimit: (orgId: string, clientId: string) => Promise<void>;
  /** Does what `clientLimit` does, for a sign-in by a connection: 180 a minute, from each address. */
  connectionLimit: (orgId: string, connectionId: string) => Promise<void>;
  /**
   * Takes a place of this operation (`x-concurrency`) for a tenant, until the response was sent. For operations without a known
   * caller; to be called before a server of strangers is called.
   * @throws {Failure} RATE_LIMITED
   */
  takePlace: (orgId: string) => Promise<void>;
  /**
   * Returns the certificate of the client, as a proxy of CLIENT_CERT_PROXIES says; undefined for every other peer.
   */
  clientCertificate: () => ClientCertificate | undefined;
  /** A header that the contract declares, by its name in small letters. */
  header: (name: string) => string | undefined;
  /**
   * Holds a value against a schema of the contract that depends on what is stored.
   * @param at the field it stands in, for the refusal
   * @throws {Failure} VALIDATION_ERROR
   */
  fits: (schema: string, value: unknown, at: string) => void;
  /** The If-Match header; see checkVersion. */
  ifMatch: string | undefined;
  /** What the statement that let the caller in said of the secret of {@link AtOnce}; undefined if it said nothing. */
  settled?: Settled | undefined;
  /** What an operation of `handlers/replacing.ts` replaces, as it was when the request came; undefined for other operations. */
  seen?: Seen | undefined;
  attempt: Attempt;
  /**
   * Whether everything will be rolled back (`X-Dry-Run: true`). The answer is then the resource as it would be, of a
   * deletion too; the wrapper adds what would change from `attempt.changes`.
   */
  dryRun: boolean;
  /** Runs a step of a bulk request as a request of its own: its checks, its transaction, its audit row. Never throws. */
  perform: (step: BulkStep) => Promise<BulkAnswer>;
  /** Charges the tenant for steps, before they are performed. @throws {RateLimited} when they cost more than the tenant has left */
  reserve: (steps: number) => void;
  /**
   * Does work of memory alone in turns, and charges the tenant for it.
   * @param pause lets others be answered; in a transaction it may await the database only
   * @throws {Failure} PAYLOAD_TOO_LARGE when it takes too long
   */
  think: <Result>(work: Generator<undefined, Result>, pause: () => Promise<void>) => Promise<Result>;
  quotas: Quotas;
}

type Answers<Responses> = {
  [Status in keyof Responses]: {
    status: Status;
    body: Responses[Status];
    headers?: Record<string, string>;
    /** The body as it is sent, if it was written before. */
    bytes?: Buffer;
  };
}[keyof Responses];

/** An answer that is made while it is sent, and is not JSON. */
export interface Streamed {
  status: 200;
  body: undefined;
  stream: AsyncGenerator<string, void, undefined>;
  headers: Record<string, string>;
}

/** Writes an answer of its own: the protocol engine has its own idea of bodies, headers and cookies. */
export type EngineWriter = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** An answer that the protocol engine writes. */
export interface Written {
  status: 200;
  body: undefined;
  write: EngineWriter;
}

type HostedReply<Shape> = Shape extends 'page' | 'oauth' | 'oauth-page' ? Hosted | Written : never;

/** What a handler returns: a success response of its operation. Only readiness answers a failure by itself. */
export type Reply<Id extends OperationId> =
  | Answers<Operations[Id]['responses']>
  | HostedReply<(typeof operations)[Id]['errors']>
  | (Id extends 'exportAuditLogs' ? Streamed : never)
  | (Id extends 'getReadiness' ? Answers<Pick<GetReadinessErrors, 503>> : never);

/** The handlers of one family: one function per operation of the tag. */
export type Handlers<Family extends keyof Families> = {
  [Id in Families[Family]]: (call: Call<Id>) => Promise<Reply<Id>>;
};

/**
 * Operations that can be answered by the statement that lets their caller in. Each reads of a valid body the secret that this statement
 * verifies. If it returns undefined or throws, the handler asks by itself.
 */
export type AtOnce<Family extends keyof Families> = {
  [Id in Families[Family]]?: (body: Call<Id>['body'], permission: string) => SecretAtOnce | undefined;
};

export const ok = <Body>(body: Body, headers?: Record<string, string>) =>
  headers ? { status: 200 as const, body, headers } : { status: 200 as const, body };

/**
 * Makes a response that is sent as it is made. An error during sending ends the connection, so that no client takes a
 * part for the whole.
 */
export const stream = (texts: Streamed['stream'], type: string): Streamed => ({
  status: 200,
  body: undefined,
  stream: texts,
  headers: { 'Content-Type': type },
});

export const noContent = () => ({ status: 204 as const, body: undefined });

export const created = <Body>(body: Body, headers?: Record<string, string>) =>
  headers ? { status: 201 as const, body, headers } : { status: 201 as const, body };

/**
 * Makes a response that `write` writes, status, headers and cookies included. It has the bytes of the body from
 * `call.rawBody`.
 */
export const engine = (write: EngineWriter): Written => ({ status: 200, body: undefined, write });
