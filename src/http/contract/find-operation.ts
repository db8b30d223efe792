import { operations } from '../../../generated/operations.ts';
import { Failure } from '../../failure.ts';
import type { OperationId } from '../../operation.ts';
import type { RequestContext } from '../request-context.ts';
import { compileRoutes } from './routes.ts';

/** Returns the operations of a path of the contract, and the values of the path's parameters. */
export const routes = compileRoutes(
  (Object.keys(operations) as OperationId[]).map((id) => ({ id, ...operations[id], facts: operations[id] })),
);

/** RFC 7644 section 3.11: the user that a token stands for. Our tokens do not stand for users. */
const me = /^\/api\/scim\/v2\/[^/]+\/Me(\/|$)/;

/** Directories join a base URL and a path with a slash too many, at the end or in the middle. */
const plainPath = (path: string): string =>
  path.startsWith('/api/scim/v2/') ? path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '') : path;

/** @throws {Failure} NOT_FOUND, METHOD_NOT_ALLOWED, SCIM_ME_UNSUPPORTED */
export function findOperation(context: RequestContext): void {
  const { method } = context;
  const rawPath = plainPath(context.rawPath);
  const match = routes(rawPath);
  if (!match) throw new Failure(me.test(rawPath) ? 'SCIM_ME_UNSUPPORTED' : 'NOT_FOUND');
  const found = match.methods.get(method === 'HEAD' ? 'GET' : method);
  if (!found) {
    const methods = [...match.methods.keys()];
    context.headers['Allow'] = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
    throw new Failure('METHOD_NOT_ALLOWED');
  }
  context.id = found.id;
  context.facts = found.facts;
  context.errors = found.facts.errors;
  context.path = match.path;
}
