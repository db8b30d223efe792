import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { platformOf } from '../../lib/device-platform.ts';
import type { HeldWrites } from './held-writes.ts';
import type { Front, JudgeUser, Visit } from './parts.ts';
import type { ReadAhead } from './read-ahead.ts';

interface Begun extends Visit {
  /** The rows that were read for this request; absent if a benchmark runs the engine. */
  ahead?: ReadAhead;
  /** Judges a user by the policies of the tenant. */
  judge: JudgeUser;
  held: HeldWrites;
  /** Whether a resource server wants the answer of an introspection as a JWT. */
  isSigned: boolean;
}

const visits = new WeakMap<object, Begun>();

/** Lays down what a request brings, for what the engine calls back while it answers it. */
export const beginVisit = (request: IncomingMessage, visit: Begun): void => {
  visits.set(request, visit);
};

/** @throws outside of a request */
export function visitOf(request: object): Begun {
  const visit = visits.get(request);
  if (!visit) throw new Error('the OpenID Connect engine was called without a visit');
  return visit;
}

/** Returns where a request came from, as far as the request says. */
export const frontOf = (ctx: KoaContextWithOIDC): Front => frontFrom(ctx.get('user-agent'), visitOf(ctx.req));

/** As {@link frontOf}, for a request that the engine has not seen yet. */
export function frontFrom(
  userAgent: string,
  { address, certificate }: Pick<Visit, 'address' | 'certificate'>,
): Front {
  const platform = platformOf(userAgent);
  return {
    address,
    ...(platform === undefined ? {} : { platform }),
    ...(certificate === undefined ? {} : { certificate }),
  };
}

/** The visit that is being answered; undefined in interactions, which our own handlers answer. */
export function currentVisit(): Begun | undefined {
  const request = Provider.ctx?.req;
  return request && visits.get(request);
}

const readAhead = new AsyncLocalStorage<ReadAhead>();

/** Runs work of our own handlers with what was read for their request. */
export const withAhead = <Result>(ahead: ReadAhead, work: () => Result): Result => readAhead.run(ahead, work);

/** The values that were read for the request that is being answered. */
export const currentAhead = (): ReadAhead | undefined => currentVisit()?.ahead ?? readAhead.getStore();
