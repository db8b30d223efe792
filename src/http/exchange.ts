import type { IncomingMessage, ServerResponse } from 'node:http';
import type { operations } from '../../generated/operations.ts';
import type { Body } from './request-body.ts';
import type { Standing } from './limits.ts';
import type { Attempt, Caller, OperationId } from './operation.ts';
import type { Transport } from './transport.ts';

/** What the contract says of an operation, as checks read it. */
export type Facts = (typeof operations)[OperationId];

/** One request on its way: each check reads what earlier ones found and adds what it finds. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
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
  now?: Date;
  /** What the handler has told the audit row so far, also when it then refuses. */
  readonly attempt: Attempt;
  /** Headers that the answer carries, whatever it is. */
  readonly headers: Record<string, string>;
}
