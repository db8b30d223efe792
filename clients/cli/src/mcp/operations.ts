// Calls of operations by the names of their commands.
import type { CallOptions } from '../../../typescript/src/request.ts';
import { commandOf, type Family } from '../command.ts';
import type { Service } from '../service.ts';

export interface Given {
  path?: readonly string[];
  body?: Record<string, unknown>;
  /** For the only attempt. Without it, the client has its usual time, and tries again. */
  timeoutMs?: number;
}

/** Calls an operation: `credentials create-jit`. */
export type Operations = (name: string, given?: Given) => Promise<unknown>;

export const operationsBy =
  (families: Readonly<Record<string, Family>>, service: Pick<Service, 'call'>): Operations =>
  (name, { path = [], body, timeoutMs } = {}) => {
    const options: CallOptions = timeoutMs === undefined ? {} : { timeoutMs, maxRetries: 0 };
    return service.call(commandOf(families, name), { path, query: {}, body }, options);
  };
