import type { Failure, FailureCode } from '../failure.ts';
import type { FieldChange } from '../lib/field-change.ts';
import type { Tx } from './tx.ts';

/** An operation of our API that a handler performs for its caller, as a request of its own. */
export interface OwnStep {
  /** The operationId. */
  id: string;
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** Changes that were tried and denied. */
export interface Denied {
  /** The action of the audit row. */
  action: string;
  /** The code of one of the refusals. */
  code: FailureCode;
  changes: FieldChange[];
}

/** The number of changes that the bounds of a caller's own let one request make, and the refusal of more. */
export interface Allowance {
  most: number;
  refusal: Failure;
}

/**
 * Operations that a handler performs for its caller. Each asks the caller for the permission, the recent sign-in, the rights to grant and the
 * bounds that a request of its own asks for, and has its own audit row. So the handler gives its caller no right.
 */
export interface Steps {
  /** Holds a step against the contract. @returns its body with defaults filled in @throws {Failure} VALIDATION_ERROR */
  complete: (step: OwnStep) => unknown;
  /** Loads the code of operations before a transaction performs them, which may await nothing but the database. */
  open: (ids: readonly string[], tx: Tx) => Promise<void>;
  /** Compiles what holds an operation against the contract, if that has not happened yet. */
  prepare: (id: string) => void;
  /** Requires what each request with this operation requires of its caller. @throws {Failure} */
  require: (id: string) => void;
  /** Performs a read, within a transaction if there is one. @returns the body of its response @throws {Failure} */
  read: (step: OwnStep, tx?: Tx) => Promise<unknown>;
  /**
   * Performs a change within a transaction.
   * @param options.trial the transaction is going to be taken back, so the caller used no right; is told when the checks are passed
   * @returns the body of its response
   * @throws {Failure}
   */
  change: (step: OwnStep, tx: Tx, options?: { trial?: (() => void) | undefined }) => Promise<unknown>;
  /** Performs a change within a transaction and takes it back, to learn whether it would be refused. @throws {Failure} */
  judge: (step: OwnStep, tx: Tx) => Promise<void>;
  /**
   * Reads what the bounds that the caller has of its own leave for the changes of one request.
   * @param options.requests how many requests are made until then
   * @param options.changes how many changes are made now
   * @throws {Failure} RATE_LIMITED if the changes do not fit into the running minute, and one request may have so many
   */
  allowance: (tx: Tx, options?: { requests?: number; changes?: number }) => Promise<Allowance>;
  /**
   * Counts changes as requests of the caller. Requests of the caller wait until the transaction ends, so it comes last.
   * @throws {Failure} BOUND_NOT_GRANTABLE, RATE_LIMITED
   */
  count: (changes: number, tx: Tx) => Promise<void>;
  /**
   * Writes one audit row about changes that were tried and denied, and notes a refused use of the key. The request itself is not refused, so it
   * leaves no row otherwise.
   */
  noteDenied: (denied: Denied) => Promise<void>;
  /** Runs work in a transaction of the caller, and takes back everything that it did. */
  takeBack: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
}

/** The account of work that is charged to the tenant of the caller. */
export interface Account {
  /** Charges the tenant for steps, before they are performed. @throws {RateLimited} when they cost more than the tenant has left */
  reserve: (steps: number) => void;
  /** Charges the tenant for a read that is about to be performed. @throws {RateLimited} if the tenant has nothing left */
  read: () => void;
  /**
   * Does work of memory alone in turns, and charges the tenant for it.
   * @param pause lets others be answered; in a transaction it may await the database only
   * @param options.most the longest time, in milliseconds of CPU
   * @throws {Failure} PAYLOAD_TOO_LARGE when it takes too long
   */
  think: <Result>(
    work: Generator<undefined, Result>,
    pause: () => Promise<void>,
    options?: { most?: number },
  ) => Promise<Result>;
}
