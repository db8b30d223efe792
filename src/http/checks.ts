import { operations } from '../../generated/operations.ts';
import type { Config } from '../config.ts';
import { judgeCall, type PolicyGuard } from '../policies/uses.ts';
import { Failure, invalid, RateLimited } from '../failure.ts';
import { accepts } from '../lib/accept.ts';
import { EtagRefusal, matches } from '../lib/etag.ts';
import { wishedLocale } from '../lib/locale.ts';
import { parseQuery, QueryRefusal } from '../lib/query-string.ts';
import { holds } from '../lib/scope.ts';
import type { Admission } from './admission.ts';
import type { ReadBytes } from './body-bytes.ts';
import type { BodyWork } from './body-work.ts';
import type { Contract } from './contract.ts';
import { refuseCrossSite } from './cross-site.ts';
import type { Effort } from './effort.ts';
import type { Exchange, Facts } from './exchange.ts';
import type { StoredAnswer } from './idempotency.ts';
import { type AskingClient, type Bucket, strangerOf } from './limits.ts';
import type { ApiCaller, Caller, OperationId } from '../operation.ts';
import type { Places } from './waiting-places.ts';
import { readBody as readBodyOf } from './request-body.ts';
import { compileRoutes } from './routes.ts';
import { isAllowedScheme } from './transport.ts';

/** What checks need of the process. */
export interface Gate {
  config: Pick<Config, 'requireHttps' | 'rateLimitPerMinute'>;
  contract: Contract;
  /** The public origin. */
  baseUrl: () => string;
  addresses: Bucket;
  /** Likewise for hosted pages and the protocol engine, which no key counts. */
  hosted: Bucket;
  /** Passwords and codes that somebody tries; their handlers count them. */
  signIns: Bucket;
  /** Requests of OAuth clients; their handlers count them. */
  clients: Bucket<AskingClient>;
  /** Throws where an answer breaks the contract; for tests. */
  judge?: (exchange: Exchange, answer: StoredAnswer) => void;
  /** By the security scheme of the contract: who is let in. */
  authenticate: Readonly<Record<'apiKey' | 'scimToken', (exchange: Exchange) => Promise<Admission>>>;
  /** Throws where the token of a bulk request is not good any more. */
  recheck: (exchange: Exchange) => Promise<void>;
  /** What SCIM requests of each tenant cost this process. */
  effort: Effort;
  /** Of the operations whose requests run few at once. */
  places: Readonly<Partial<Record<OperationId, Places>>>;
  /** Of callers who are known, and of strangers, who take no memory of those. */
  readBytes: Readonly<Record<'known' | 'strange', ReadBytes>>;
  /** Lets large bodies be parsed and checked in turns. */
  bodyWork: BodyWork;
  policies: PolicyGuard;
  /** Notes the use of a key that no policy refused after it was unused for long. */
  noteUse: (caller: ApiCaller) => Promise<void>;
}

type Check = (exchange: Exchange, gate: Gate) => void | Promise<void>;

/** An exchange that has passed every check. */
export type Checked = Exchange & { id: OperationId; facts: Facts };

/** Every check of a request, in the order of decisions 6.1; the first that throws decides the answer. */
export const checks: readonly Check[] = [
  requireHttps,
  findOperation,
  checkAddress,
  authenticate,
  applyPolicies,
  requirePermission,
  requireAcceptable,
  refuseCrossSite,
  readBody,
  validate,
];

/** The checks of a step of a bulk request once it is found; the others were made of the request that brought it. */
export const stepChecks: readonly Check[] = [
  (step, { recheck }) => recheck(step),
  requirePermission,
  validate,
];

function requireHttps({ transport }: Exchange, { config }: Gate): void {
  if (!isAllowedScheme(transport, config.requireHttps)) throw new Failure('HTTPS_REQUIRED');
}

/** What a path of the contract leads to. */
export const routes = compileRoutes(
  (Object.keys(operations) as OperationId[]).map((id) => ({ id, ...operations[id], facts: operations[id] })),
);

/** RFC 7644 section 3.11: the person whom a token stands for, and none does. */
const me = /^\/api\/scim\/v2\/[^/]+\/Me(\/|$)/;

/** Directories join a base URL and a path with a slash too many, at the end or in the middle. */
const plainPath = (path: string): string =>
  path.startsWith('/api/scim/v2/') ? path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '') : path;

/** @throws {Failure} NOT_FOUND, METHOD_NOT_ALLOWED, SCIM_ME_UNSUPPORTED */
export function findOperation(exchange: Exchange): void {
  const { method } = exchange;
  const rawPath = plainPath(exchange.rawPath);
  const match = routes(rawPath);
  if (!match) throw new Failure(me.test(rawPath) ? 'SCIM_ME_UNSUPPORTED' : 'NOT_FOUND');
  const found = match.methods.get(method === 'HEAD' ? 'GET' : method);
  if (!found) {
    const methods = [...match.methods.keys()];
    exchange.headers['Allow'] = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
    throw new Failure('METHOD_NOT_ALLOWED');
  }
  exchange.id = found.id;
  exchange.facts = found.facts;
  exchange.errors = found.facts.errors;
  exchange.path = match.path;
}

/** Machines ask for health on a timer, and health must answer when all else fails. */
const isUnlimited = ({ facts }: Exchange, { config }: Gate): boolean =>
  config.rateLimitPerMinute === 0 || facts?.counted === 'none';

function checkAddress(exchange: Exchange, gate: Gate): void | Promise<void> {
  if (isUnlimited(exchange, gate)) return;
  const { address } = exchange.transport;
  bucketOf(exchange, gate).check(address);
  if (!exchange.facts?.secured && !isCountedByClient(exchange)) return countAddress(exchange, gate);
}

const isCountedByClient = ({ facts }: { facts?: { counted: string } }): boolean =>
  facts?.counted === 'client';

/** Counts a request of a client that its handler has told us of. @throws {RateLimited} when it is one too many */
export async function countClient(
  exchange: Exchange,
  gate: Gate,
  { orgId, clientId }: Omit<AskingClient, 'address'>,
): Promise<void> {
  if (isUnlimited(exchange, gate)) return;
  const asking = { orgId, clientId, address: exchange.transport.address };
  exchange.ofClient = true;
  gate.clients.check(asking);
  exchange.standing = await gate.clients.count(asking);
}

/**
 * Of requests that are counted by client the address pays for those that failed, and for those that are of no client:
 * else whoever names another client every time could guess secrets and codes without an end.
 */
export async function countFailure(exchange: Exchange, gate: Gate, status: number): Promise<void> {
  if (!isCountedByClient(exchange) || isUnlimited(exchange, gate)) return;
  // One too many of a client is its own business, and a fault is ours.
  if (exchange.ofClient && (status < 400 || status === 429 || status >= 500)) return;
  try {
    await bucketOf(exchange, gate).count(exchange.transport.address);
  } catch (error) {
    // It was answered already; the next one is refused.
    if (!(error instanceof RateLimited)) throw error;
  }
}

async function countAddress(exchange: Exchange, gate: Gate): Promise<void> {
  exchange.standing = await bucketOf(exchange, gate).count(exchange.transport.address);
}

const bucketOf = ({ errors }: Exchange, { addresses, hosted }: Gate): Bucket =>
  errors === 'api' || errors === 'scim' ? addresses : hosted;

async function authenticate(exchange: Exchange, gate: Gate): Promise<void> {
  const { facts } = exchange;
  if (!facts?.secured) return;
  try {
    const { caller, standing, now, policed } = await gate.authenticate[facts.scheme](exchange);
    exchange.caller = caller;
    exchange.now = now;
    if (policed) exchange.policed = policed;
    if (standing) exchange.standing = standing;
  } catch (error) {
    const refused = error instanceof Failure && error.status === 401;
    if (refused && !isUnlimited(exchange, gate)) await countAddress(exchange, gate);
    throw error;
  }
}

/** Policies on the key itself; a tenant without policies has nothing to wait for. */
function applyPolicies({ id, facts, caller, now, policed }: Exchange, gate: Gate): void | Promise<void> {
  if (policed && id && facts && now && caller && 'secret' in caller)
    return judgeKey({ id, facts, caller, now, policed }, gate);
}

async function judgeKey(
  {
    id,
    facts,
    caller,
    now,
    policed,
  }: { id: OperationId; facts: Facts; caller: ApiCaller; now: Date } & Required<Pick<Exchange, 'policed'>>,
  { policies, noteUse }: Gate,
): Promise<void> {
  if (!policed) return;
  const exempt = caller.scopes.includes('*') && facts.permission?.startsWith('policies.') === true;
  const told = isAudited(facts);
  const fine = await judgeCall(policies, caller, policed, { now, operation: id, exempt, told });
  // A look at the policies does not end the inactivity of a key that they would refuse.
  if (fine && policed.dormant) await noteUse(caller);
}

/** Whether a refusal has an audit row, in whose transaction it is told. */
const isAudited = ({ audit }: Facts): boolean => audit !== null && audit !== 'none';

function requirePermission({ facts, caller }: Exchange): void {
  const permission = facts?.permission;
  if (permission && !may(caller as Caller, permission)) {
    throw new Failure('INSUFFICIENT_SCOPE', { required: [permission] });
  }
}

/** A SCIM token has permissions of its own; the scopes they stand for are what it may give away. */
const may = (caller: Caller, permission: string): boolean =>
  'permissions' in caller
    ? caller.permissions.some((one) => one === permission)
    : holds(caller.scopes, permission);

function requireAcceptable({ facts, incoming }: Exchange): void {
  const available = facts?.responseTypes ?? [];
  if (!accepts(incoming.accept, available)) throw new Failure('NOT_ACCEPTABLE', { available });
}

async function readBody(exchange: Exchange, { readBytes, bodyWork: work, effort }: Gate): Promise<void> {
  const { facts, request, response, caller, transport, errors } = exchange;
  if (!facts || facts.requestTypes.length === 0) return;
  const { bodyRequired: required, requestTypes: types, formLists: lists, bodyLimit: limit } = facts;
  const [owner, read] = caller
    ? [caller.orgId, readBytes.known]
    : [strangerOf(transport.address), readBytes.strange];
  // A large body of SCIM counts as work of SCIM as well.
  const spend = (milliseconds: number): void => {
    exchange.bodyCharge = milliseconds;
    effort.spend(owner, milliseconds);
  };
  const wanted = { required, types, lists, limit, response, owner, ...(errors === 'scim' ? { spend } : {}) };
  const body = await readBodyOf(request, wanted, { readBytes: read, work });
  if (body) exchange.body = body;
}

function validate(exchange: Exchange, gate: Gate): void {
  try {
    validateParts(exchange, gate);
  } finally {
    exchange.body?.turn?.end();
  }
}

function validateParts(exchange: Exchange, { contract }: Gate): void {
  const { id, facts, path, body, rawQuery, incoming } = exchange;
  if (!id || !facts) return;
  try {
    exchange.query = parseQuery(rawQuery);
  } catch (error) {
    if (error instanceof QueryRefusal) {
      throw new Failure('VALIDATION_ERROR', { [error.parameter.slice(0, 100) || 'query']: error.message });
    }
    throw error;
  }
  const { ui_locales: wished } = exchange.query;
  if (facts.errors.endsWith('page') && typeof wished === 'string') exchange.locale = wishedLocale(wished);
  // An action without a body is the same as one with an empty object, defaults included.
  const requestBody = body ? body.value : facts.requestTypes.length > 0 ? {} : undefined;
  if (!body && requestBody !== undefined) exchange.body = { value: requestBody, bytes: Buffer.alloc(0) };
  requireReadableIfMatch(incoming['if-match']);
  const failure = contract.requestFailure(id, {
    path,
    query: exchange.query,
    header: incoming,
    requestBody,
  });
  if (failure) throw failure;
}

function requireReadableIfMatch(ifMatch: string | undefined): void {
  if (ifMatch === undefined) return;
  try {
    matches(ifMatch, 0);
  } catch (error) {
    throw error instanceof EtagRefusal ? invalid('If-Match', error.message) : error;
  }
}
