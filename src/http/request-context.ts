import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { operations } from '../../generated/operations.ts';
import type { Locale } from '../lib/locale.ts';
import type { Admission } from './admission/admission.ts';
import type { Guest } from './admission/crowd.ts';
import type { Body } from './body/request-body.ts';
import type { RateLimited, Standing } from '../failure.ts';
import type { Attempt, Caller, OperationId } from '../operation.ts';
import type { Transport } from './transport.ts';

/** The facts of the contract about an operation, as checks read them. */
export type Facts = (typeof operations)[OperationId];

/**
 * The shape of the error body of a refusal. `api`: our own (decisions 6.1). `scim`: RFC 7644 section 3.12.
 * `page`: a page for users. `oauth`: RFC 6749 section 5.2. `oauth-page`, where users come to the protocol
 * engine: a page, and the body of OAuth for programs.
 */
export type ErrorShape = 'api' | 'scim' | 'page' | 'oauth' | 'oauth-page';

/** A proof in a request by a secret of its own. */
export interface Proof {
  /** A hash of the secret and of whose it is. Undefined if the secret works once, so that it is never known. */
  name: string | undefined;
  orgId: string;
  /** Tells whether it has the right form. It is read only if an address has spent its requests: reading a JWT costs more than all else here. */
  mayBeGood: () => boolean;
}

/** An API key of a request: its text, and the hash of it. */
export interface PresentedKey {
  secret: string;
  hash: Buffer;
}

/** One request on its way: each check reads what earlier ones found and adds what it finds. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The method of the request; for a step of a bulk request, the method of the step. */
  readonly method: string;
  readonly incoming: IncomingHttpHeaders;
  /** Whether nothing is to be kept. Read before the contract is asked, which makes a boolean of the header's text. */
  readonly dryRun: boolean;
  readonly requestId: string;
  readonly transport: Transport;
  /** When it arrived, by performance.now(). */
  readonly started: number;
  /** The path of the target, undecoded, and its query. */
  readonly rawPath: string;
  readonly rawQuery: string;
  id?: OperationId;
  facts?: Facts;
  path: Record<string, string>;
  query: Record<string, unknown>;
  body?: Body;
  caller?: Caller;
  standing?: Standing;
  /** Whether its address had spent its requests, and its unknown caller was looked up all the same. */
  lookedUp?: boolean;
  /** The refusal of a request whose address has spent its requests, until its body tells whose it is. */
  spent?: RateLimited;
  /** Its proof, when that was read; null if it has none. */
  proof?: Proof | null;
  /** Whether it was counted as one of an OAuth client. */
  ofClient?: boolean;
  /** Gives back the place that the handler of an unknown caller took. */
  leave?: (() => void) | undefined;
  /** Its place among the requests of its class of work that this node has begun. */
  guest?: Guest | undefined;
  /** Whether its place was given back for good. */
  isDone?: boolean;
  now?: Date;
  /** Milliseconds that were charged to the tenant for steps of a bulk request, before they are performed. */
  reserved?: number;
  /** Milliseconds that its large body was charged with, as work of SCIM. */
  bodyCharge?: number;
  /** Permissions that its steps used besides its own. */
  stepPermissions?: Set<string>;
  /** The language that a hosted page was asked for in its query. */
  locale?: Locale;
  /** The facts of a call with a key that policies judge. */
  policed?: Admission['policed'];
  /** The checks of what the request brings, once they have begun. */
  content?: Promise<void>;
  /** Its API key, when that was read; null if it has none. */
  key?: PresentedKey | null;
  /** The facts that the handler has told the audit row so far, also when the handler then refuses. */
  readonly attempt: Attempt;
  /** How refusals are written: as the operation's contract says, and before it is known as its path does. */
  errors: ErrorShape;
  /** Headers that every response to this request carries. */
  readonly headers: Record<string, string>;
}
