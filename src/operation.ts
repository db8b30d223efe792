import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Families, Operations, operations } from '../generated/operations.ts';
import type { GetReadinessErrors } from '../generated/types/types.gen.ts';
import type { Grantor } from './platform/grants.ts';
import type { Role } from './users/directory/role.ts';
import type { RequestOrigin } from './audit/audit.ts';
import type { NewScimToken } from './scim/scim-tokens.ts';
import type { LetIn } from './credentials/key-calls.ts';
import type { PresentedSecret } from './credentials/presented-secret.ts';
import type { Failure } from './failure.ts';
import type { Tx } from './platform/tx.ts';
import type { FieldChange } from './lib/field-change.ts';
import type { Seen } from './platform/replacing.ts';
import type { Account, Steps } from './platform/steps.ts';
import type { Hosted, PageRequest } from './platform/pages/answers.ts';
import type { InTenant } from './platform/tenancy.ts';

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
  /** The secret to verify, if the body was read before the caller was let in, and what the same statement said of the secret. */
  verification?: { presented: PresentedSecret; answer: LetIn['answer'] };
}

/** A user who is signed in with a browser, and calls the API by a page of our own or by the command line. */
export interface UserCaller extends AnyCaller {
  userId: string;
  userName: string;
  roles: readonly Role[];
  loginId: string;
  /** When the user proved their identity; null if an identity provider did not say. */
  authTime: Date | null;
  /** The grant of the command line; absent for a page. */
  grantId?: string;
  /**
   * The secret in the cookie of the browser, or that which all tokens of the grant hold; only to derive keys from, never to store or log.
   */
  secret: string;
}

/** A directory that provisions over SCIM, by its token; its scopes are those its permissions stand for. */
export interface ScimCaller extends AnyCaller, Pick<NewScimToken, 'profile' | 'permissions'> {
  tokenId: string;
  tokenName: string;
}

/** An operator of the service, by a key of its own. It belongs to no tenant and holds no scope. */
export interface OperatorCaller extends AnyCaller {
  operatorKeyId: string;
  operatorKeyName: string;
  /** The presented secret; only to derive keys from, never to store or log. */
  secret: string;
}

/** Who may call the operations of the API. */
export type AnyApiCaller = ApiCaller | UserCaller;

export type Caller = AnyApiCaller | ScimCaller | OperatorCaller;

/** The facts that a handler tells the audit row (decisions 6.4) and, over SCIM, the provisioning log. */
export interface Attempt {
  targetId?: string;
  targetName?: string;
  reason?: string | null;
  /** Changes of one call to many targets. Each change gets an audit row of its own, beside that of the call. */
  each?: { action: string; targetId: string; targetName: string; changes?: FieldChange[] }[];
  /** Over SCIM what a dry run shows as well. Never a password. */
  changes?: FieldChange[];
  externalId?: string | null;
  /** The request in short: the paths of the resource that was sent, or the operations of a patch. */
  asked?: { op: string; path: string | null }[];
  /** Parts of the request that meant nothing to us. */
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

/** The response to a step of a bulk request. */
export interface BulkAnswer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
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
    : Scheme extends 'operatorKey'
      ? OperatorCaller
      : undefined;

/**
 * The transaction of the caller's tenant. An operation that neither reads nor changes by entities has none, and one without a
 * known caller opens its transactions itself.
 */
type TxOf<Facts> = Facts extends { secured: true; transaction: string } | { secured: true; reads: true }
  ? Tx
  : undefined;

/** The parts of a request besides its parameters. Each part is read when a handler asks for it. */
export interface Sent {
  /** Returns a header that the contract declares, by its name in small letters. */
  header(name: string): string | undefined;
  /** The bytes of the body, for its signature; empty where there is none. */
  readonly rawBody: Buffer;
  /** The query as it came, without the question mark. */
  readonly rawQuery: string;
  /** The If-Match header; see checkVersion. */
  readonly ifMatch: string | undefined;
  /**
   * Whether everything will be rolled back (`X-Dry-Run: true`). The answer is then the resource as it would be, of a
   * deletion too; the wrapper adds what would change from `attempt.changes`.
   */
  readonly dryRun: boolean;
  /** Whether a developer at the machine of the service calls, by a name of this machine. */
  isAtThisMachine(): boolean;
}

/** A document that is to be read, and the user who wants it. */
export interface NamedDocument {
  orgId: string;
  clientId: string;
  userId: string;
  isKnown: boolean;
}

/** Bounds that a handler without a known caller keeps by itself. Each throws {RateLimited} if the request is one too many. */
export interface Limits {
  /** To be called before a password or a code is tried. Counts attempts of the address of the request. */
  signIns: () => Promise<void>;
  /**
   * Counts this request as one of an OAuth client: 300 a minute, from each address. For operations that the contract
   * marks `x-rate-limit: client`; to be called before anything is looked up or tried for that client.
   */
  client: (orgId: string, clientId: string) => Promise<void>;
  /** Does what `client` does, for a sign-in by a connection: 180 a minute, from each address. */
  connection: (orgId: string, connectionId: string) => Promise<void>;
  /**
   * Counts a client ID metadata document that a user has read: 30 a minute for the user and for the address of the request. A document that is
   * known is counted apart, so that users who invent addresses do not block it.
   */
  document: (named: NamedDocument) => Promise<void>;
  /**
   * Takes a place of this operation (`x-concurrency`) for a tenant, until the response was sent. To be called before a server of
   * strangers is called.
   * @throws {Failure} RATE_LIMITED
   */
  place: (orgId: string) => Promise<void>;
}

/** Work that is charged to the tenant of the caller. */
export interface Bulk extends Account {
  /** Runs a step of a bulk request as a request of its own: its checks, its transaction, its audit row. Never throws. */
  perform: (step: BulkStep) => Promise<BulkAnswer>;
}

/** The parts of a request that do not depend on its operation. */
export interface AnyCall {
  /** Postgres's time: of the transaction in operations that write, of the authentication in others. */
  now: Date;
  /** Where the request came from, for what is recorded of it. */
  origin: RequestOrigin;
  inTenant: InTenant;
  sent: Sent;
  /** The parts of a request that a hosted page reads. */
  page: PageRequest;
  limits: Limits;
  bulk: Bulk;
  steps: Steps;
  /**
   * Judges the caller once more, as at a new request, and counts none. For answers that go on for long.
   *
   * The function throws what a new request would be refused with: {Failure} UNAUTHORIZED, INSUFFICIENT_SCOPE, and others.
   */
  judgeAgain: () => Promise<{ caller: Caller; now: Date }>;
  /**
   * The thing that an operation of `handlers/replacing.ts` replaces, as it was when the request came; undefined
   * for other operations.
   */
  seen?: Seen | undefined;
  attempt: Attempt;
}

/** The validated parameters of an operation. */
export interface Asked<Id extends OperationId> {
  body: Filled<Part<Id, 'body'>, Operations[Id]['bodyDefaults']>;
  path: Part<Id, 'path'>;
  query: Filled<Part<Id, 'query'>, Operations[Id]['queryDefaults']>;
}

/**
 * A request as its handler gets it: its validated parameters, the caller, and a transaction of the tenant. It has no parts of the
 * process, such as the vault: the routes of a family are built from those.
 */
export interface Call<Id extends OperationId> extends AnyCall, Asked<Id> {
  caller: CallerOf<(typeof operations)[Id]['scheme']>;
  tx: TxOf<(typeof operations)[Id]>;
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
  /** Called when the client has gone. It is there if the texts come when something happens: each is sent at once. */
  gone?: () => void;
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

/** The result of a handler: a success response of its operation. Only readiness answers a failure by itself. */
export type Reply<Id extends OperationId> =
  | Answers<Operations[Id]['responses']>
  | HostedReply<(typeof operations)[Id]['errors']>
  | (Id extends 'exportAuditLogs' | 'streamCredentialChanges' | 'streamWebhookListener' ? Streamed : never)
  | (Id extends 'getReadiness' ? Answers<Pick<GetReadinessErrors, 503>> : never);

/** The handlers of one family: one function per operation of the tag. */
export type Handlers<Family extends keyof Families> = {
  [Id in Families[Family]]: (call: Call<Id>) => Promise<Reply<Id>>;
};

/** The pages of one family. They get a call that their room makes of the request and of its parts. */
export type Pages<Family extends keyof Families, Made> = {
  [Id in Families[Family]]: (call: Made & Asked<Id>) => Promise<Reply<Id>>;
};

type PagesOf<Id extends OperationId, Made> = {
  [One in Id]: (call: Made & Asked<One>) => Promise<Reply<One>>;
};

/** Makes handlers of pages. @param make makes of a request what the pages get besides its parameters */
export function handlersOf<Id extends OperationId, Made extends object>(
  pages: PagesOf<Id, Made>,
  make: (request: AnyCall) => Made,
): { [One in Id]: (call: Call<One>) => Promise<Reply<One>> } {
  type Show = (call: Made & Asked<Id>) => Promise<Reply<Id>>;
  const shown = Object.entries<Show>(pages).map(([id, show]) => [
    id,
    (call: Call<Id>) => {
      const { body, path, query } = call;
      return show({ ...make(call), body, path, query });
    },
  ]);
  return Object.fromEntries(shown);
}

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

/**
 * Makes a response whose texts come when something happens.
 * @param gone is called when the client has gone, so that the texts end
 */
export const liveStream = (texts: Streamed['stream'], type: string, gone: () => void): Streamed => ({
  ...stream(texts, type),
  gone,
});

export const noContent = () => ({ status: 204 as const, body: undefined });

export const created = <Body>(body: Body, headers?: Record<string, string>) =>
  headers ? { status: 201 as const, body, headers } : { status: 201 as const, body };

/**
 * Makes a response that `write` writes, status, headers and cookies included. It has the bytes of the body from
 * `call.sent.rawBody`.
 */
export const engine = (write: EngineWriter): Written => ({ status: 200, body: undefined, write });
