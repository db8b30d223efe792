import type { IncomingMessage } from 'node:http';
import { Provider } from 'oidc-provider';
import type { Visit } from './parts.ts';

const visits = new WeakMap<object, Visit>();

/** Lays down what a request brings, for what the engine calls back while it answers it. */
export const beginVisit = (request: IncomingMessage, visit: Visit): void => {
  visits.set(request, visit);
};

/** @throws outside of a request */
export function visitOf(request: object): Visit {
  const visit = visits.get(request);
  if (!visit) throw new Error('the engine was called without a visit');
  return visit;
}

/** The visit that is being answered; undefined in interactions, which our own handlers answer. */
export function currentVisit(): Visit | undefined {
  const request = Provider.ctx?.req;
  return request && visits.get(request);
}
