import type { Config } from '../config.ts';
import { type AccessGuard, requireAccess } from '../conditions/machines.ts';
import type { SecretAtOnce } from '../credentials/let-in.ts';
import { judgeCall, type PolicyGuard } from '../policies/uses.ts';
import { Failure, invalid, RateLimited } from '../failure.ts';
import { requireRecentProof } from '../platform/grants.ts';
import { accepts } from '../lib/accept.ts';
import { EtagRefusal, matches } from '../lib/etag.ts';
import { wishedLocale } from '../lib/locale.ts';
import { parseQuery, QueryRefusal } from '../lib/query-string.ts';
import { holds } from '../lib/scope.ts';
import { holdsSecret } from '../lib/secret-text.ts';
import type { Admission } from './admission.ts';
import { asksAtOnce, secretOf } from './at-once.ts';
import type { BytesReader, ReadBytes } from './body-bytes.ts';
import type { BodyWork } from './body-work.ts';
import type { Contract } from './contract.ts';
import type { Door } from './door.ts';
import { refuseCrossSite } from './cross-site.ts';
import type { Effort } from './effort.ts';
import { findOperation, routes } from './find-operation.ts';
import type { RequestContext, Facts } from './request-context.ts';
import type { StoredAnswer } from './idempotency.ts';
import { type AskingClient, type Bucket, strangerOf } from './limits.ts';
import type { ApiCaller, Caller, OperationId } from '../operation.ts';
import type { Places } from './waiting-places.ts';
import type { LookUps } from './look-ups.ts';
import { readBody as readBodyOf } from './request-body.ts';
import { isAllowedScheme } from './transport.ts';

/** What checks need of the process. */
export interface Gate {
  config: Pick<Config, 'requireHttps' | 'rateLimitPerMinute'>;
  contract: Contract;
  /** The public origin. */
  baseUrl: () => string;
  /** Whether the database was restored and the operator has not opened it yet. */
  isClosed: () => boolean;
  addresses: Bucket;
  /** Likewise for hosted pages and the protocol engine, which no key counts. */
  hosted: Bucket;
  /** Likewise for previews of pages, which the dashboard asks for at each pause of the keys. */
  previews: Bucket;
  /** The bucket of tried passwords and codes; their handlers count them. */
  signIns: Bucket;
  /** Whether there is a tenant with this id. */
  isTenant: (orgId: string) => Promise<boolean>;
  /** Requests of OAuth clients; their handlers count them. */
  clients: Bucket<AskingClient>;
  /** Likewise sign-ins by connections. */
  connections: Bucket<AskingClient>;
  /** Throws where an answer breaks the contract; for tests. */
  judge?: (context: RequestContext, answer: StoredAnswer) => void;
  /** By the security scheme of the contract: who is let in. */
  authenticate: Readonly<
    Record<'apiKey' | 'scimToken', (context: RequestContext, secret?: SecretAtOnce) => Promise<Admission>>
  >;
  /** Whether this node let the caller in a short while ago, or whether the request at least has what may be a key, a token or a session. */
  howKnown: (context: RequestContext) => 'known' | 'possible' | 'none';
  /** The look-ups of unknown callers at addresses that have spent their requests. */
  lookUps: LookUps;
  /** Throws where the token of a bulk request is not good any more. */
  recheck: (context: RequestContext) => Promise<void>;
  /** What SCIM requests of each tenant cost this process. */
  effort: Effort;
  /** The places of the operations that run few requests at once. */
  places: Readonly<Partial<Record<OperationId, Places>>>;
  /** Readers of bodies for known callers and for strangers. Strangers do not take memory of known callers. */
  readBytes: Readonly<Record<'known' | 'strange', BytesReader>>;
  /** Lets large bodies be parsed and checked in turns. */
  bodyWork: BodyWork;
  /** Bounds what this node does at once. What it refuses does not come to the checks. */
  door: Pick<Door, 'enter' | 'step'>;
  policies: PolicyGuard;
  access: AccessGuard;
  /** Notes the use of a key that no policy refused after it was unused for long. */
  noteUse: (caller: ApiCaller) => Promise<void>;
}

type Check = (context: RequestContext, gate: Gate) => void | Promise<void>;

/** A request that has passed every check. An intersection would pair the facts of each operation with those of every other. */
export interface Checked extends RequestContext {
  id: OperationId;
  facts: Facts;
}

/** Every check of a request, in the order of decisions 6.1; the first that throws decides the answer. */
export const checks: readonly Check[] = [
  requireHttps,
  refuseWhileClosed,
  findOperation,
  enterDoor,
  checkAddress,
  authenticate,
  applyPolicies,
  requirePermission,
  requireRecent,
  requireAcceptable,
  refuseCrossSite,
  openContract,
  readBody,
  validate,
];

/** The checks of a step of a bulk request once it is found; the others were made of the request that brought it. */
export const stepChecks: readonly Check[] = [
  (step, { recheck }) => recheck(step),
  requirePermission,
  validate,
];

function requireHttps({ transport }: RequestContext, { config }: Gate): void {
  if (!isAllowedScheme(transport, config.requireHttps)) throw new Failure('HTTPS_REQUIRED');
}

function enterDoor(context: RequestContext, gate: Gate): void {
  gate.door.enter(context);
}

/**
 * On a restored database, what was revoked after the backup works again. So nothing is answered but health, until the operator has
 * brought it up to date.
 */
function refuseWhileClosed({ rawPath }: RequestContext, { isClosed }: Gate): void {
  if (!isClosed() || routes(rawPath)?.methods.get('GET')?.facts.counted === 'none') return;
  throw new Failure('SERVICE_UNAVAILABLE', {
    restore: 'The service was restored from a backup. The operator must run make reconcile and make open.',
  });
}

/** Machines ask for health on a timer, and health must answer when all else fails. */
const isUnlimited = ({ facts }: RequestContext, { config }: Gate): boolean =>
  config.rateLimitPerMinute === 0 || facts?.counted === 'none';

function checkAddress(context: RequestContext, gate: Gate): void | Promise<void> {
  if (isUnlimited(context, gate)) return;
  try {
    bucketOf(context, gate).check(context.transport.address);
  } catch (error) {
    if (!passesSpentAddress(context, gate)) throw error;
  }
  if (!context.facts?.secured && !isCountedByClient(context)) return countAddress(context, gate);
}

/**
 * Whether a request goes on though its address has spent its requests without a good key (docs/decisions/0096). Strangers at the same
 * address must not stop a caller that this node knows. A caller that may be good is looked up, as long as the address may cause look-ups.
 */
function passesSpentAddress(context: RequestContext, { howKnown, lookUps }: Gate): boolean {
  if (!context.facts?.secured) return false;
  const caller = howKnown(context);
  if (caller !== 'possible') return caller === 'known';
  context.lookedUp = lookUps.take(strangerOf(context.transport.address), context.started);
  return context.lookedUp;
}

const isCountedByClient = ({ facts }: { facts?: { counted: string } }): boolean =>
  facts?.counted === 'client';

/** Counts a request of a client that its handler has told us of. @throws {RateLimited} when it is one too many */
export async function countClient(
  context: RequestContext,
  gate: Gate,
  { orgId, clientId }: Omit<AskingClient, 'address'>,
  bucket: Bucket<AskingClient> = gate.clients,
): Promise<void> {
  if (isUnlimited(context, gate)) return;
  const asking = { orgId, clientId, address: context.transport.address };
  context.ofClient = true;
  bucket.check(asking);
  context.standing = await bucket.count(asking);
}

/**
 * Counts a failure against the address, for requests that are counted by client: failed requests, and requests without
 * a client. Otherwise a caller who names another client every time could guess secrets and codes without end.
 */
export async function countFailure(context: RequestContext, gate: Gate, status: number): Promise<void> {
  if (!isCountedByClient(context) || isUnlimited(context, gate)) return;
  // One too many of a client is its own business, and a fault is ours.
  if (context.ofClient && (status < 400 || status === 429 || status >= 500)) return;
  try {
    await bucketOf(context, gate).count(context.transport.address);
  } catch (error) {
    // It was answered already; the next one is refused.
    if (!(error instanceof RateLimited)) throw error;
  }
}

async function countAddress(context: RequestContext, gate: Gate): Promise<void> {
  context.standing = await bucketOf(context, gate).count(context.transport.address);
}

const bucketOf = ({ errors, facts }: RequestContext, { addresses, hosted, previews }: Gate): Bucket => {
  if (errors === 'api' || errors === 'scim') return addresses;
  return facts?.counted === 'preview' ? previews : hosted;
};

async function authenticate(context: RequestContext, gate: Gate): Promise<void> {
  const { facts } = context;
  if (!facts?.secured) return;
  try {
    const secret = asksAtOnce(context, gate)
      ? await secretOf(context, () => checkAhead(context, gate))
      : undefined;
    const admission = await gate.authenticate[facts.scheme](context, secret);
    const { caller, standing, now, policed, refusal } = admission;
    if (context.lookedUp) gate.lookUps.giveBack(strangerOf(context.transport.address));
    context.settled = admission.settled;
    context.caller = caller;
    context.now = now;
    if (policed) context.policed = policed;
    if (standing) context.standing = standing;
    if (refusal) throw refusal;
  } catch (error) {
    // Who sends the session of another user has proved to be a user, and is counted as that.
    const refused =
      error instanceof Failure && error.status === 401 && error.code !== 'SESSION_OF_ANOTHER_USER';
    if (refused && !isUnlimited(context, gate)) await countAddress(context, gate);
    throw error;
  }
}

/** Makes the checks that come after the caller and do not depend on the caller, for a request whose body has arrived. */
async function checkAhead(context: RequestContext, gate: Gate): Promise<void> {
  const { facts, request, transport, response, arrived } = context;
  if (!facts || !arrived) return;
  requireAcceptable(context);
  refuseCrossSite(context, gate);
  const wanted = { ...wantedOf(facts), response, owner: strangerOf(transport.address) };
  const body = await readBodyOf(request, wanted, {
    readBytes: () => Promise.resolve(arrived),
    work: gate.bodyWork,
  });
  if (body) context.body = body;
  const opening = gate.contract.open();
  if (opening) await opening;
  validate(context, gate);
}

/** Policies on the key itself; a tenant without policies has nothing to wait for. */
function applyPolicies(
  { id, facts, caller, now, policed }: RequestContext,
  gate: Gate,
): void | Promise<void> {
  if (policed && id && facts && now && caller && 'credentialId' in caller)
    return judgeKey({ id, facts, caller, now, policed }, gate);
}

async function judgeKey(
  {
    id,
    facts,
    caller,
    now,
    policed,
  }: { id: OperationId; facts: Facts; caller: ApiCaller; now: Date } & Required<
    Pick<RequestContext, 'policed'>
  >,
  { policies, access, noteUse }: Gate,
): Promise<void> {
  if (!policed) return;
  const isAbout = (resource: string): boolean =>
    caller.scopes.includes('*') && facts.permission?.startsWith(resource) === true;
  const told = isAudited(facts);
  const exempt = isAbout('policies.');
  const fine = await judgeCall(policies, caller, policed, { now, operation: id, exempt, told });
  await requireAccess(access, caller, policed, { now, exempt: isAbout('conditional_access.') });
  // A look at the policies does not end the inactivity of a key that they would refuse.
  if (fine && policed.dormant) await noteUse(caller);
}

/** Whether a refusal has an audit row, in whose transaction it is told. */
const isAudited = ({ audit }: Facts): boolean => audit !== null && audit !== 'none';

function requirePermission({ facts, caller }: RequestContext): void {
  const permission = facts?.permission;
  if (permission && !may(caller as Caller, permission)) {
    throw new Failure('INSUFFICIENT_SCOPE', { required: [permission] });
  }
}

function requireRecent({ facts, caller }: RequestContext): void {
  if (facts?.recent && caller) requireRecentProof(caller, facts.recent);
}

/** A SCIM token has permissions of its own; the scopes they stand for are what it may give away. */
const may = (caller: Caller, permission: string): boolean =>
  'permissions' in caller
    ? caller.permissions.some((one) => one === permission)
    : holds(caller.scopes, permission);

function requireAcceptable({ facts, incoming }: RequestContext): void {
  const available = facts?.responseTypes ?? [];
  if (!accepts(incoming.accept, available)) throw new Failure('NOT_ACCEPTABLE', { available });
}

async function readBody(
  context: RequestContext,
  { readBytes, bodyWork: work, effort, door }: Gate,
): Promise<void> {
  const { facts, request, response, caller, transport, errors, arrived } = context;
  if (context.isReady || !facts || facts.requestTypes.length === 0) return;
  const [owner, read] = caller
    ? [caller.orgId, readBytes.known]
    : [strangerOf(transport.address), readBytes.strange];
  // A large body of SCIM counts as work of SCIM as well.
  const spend = (milliseconds: number): void => {
    context.bodyCharge = milliseconds;
    effort.spend(owner, milliseconds);
  };
  const wanted = { ...wantedOf(facts), response, owner, ...(errors === 'scim' ? { spend } : {}) };
  const readBytesAside: ReadBytes = async (asked, how) => {
    const enterAgain = door.step(context);
    try {
      return await read(asked, { ...how, arrived });
    } finally {
      enterAgain();
    }
  };
  const body = await readBodyOf(request, wanted, { readBytes: readBytesAside, work });
  if (body) context.body = body;
}

const wantedOf = ({ bodyRequired, requestTypes, formLists, bodyLimit }: Facts) => ({
  required: bodyRequired,
  types: requestTypes,
  lists: formLists,
  limit: bodyLimit,
});

/** Before the body is read: a large body that was read waits for nothing but its turn. */
function openContract(_context: RequestContext, { contract }: Gate): Promise<void> | undefined {
  return contract.open();
}

function validate(context: RequestContext, gate: Gate): void {
  if (context.isReady) return;
  try {
    validateParts(context, gate);
  } finally {
    context.body?.turn?.end();
  }
}

function validateParts(context: RequestContext, { contract }: Gate): void {
  const { id, facts, path, body, rawQuery, incoming } = context;
  if (!id || !facts) return;
  try {
    context.query = parseQuery(rawQuery);
  } catch (error) {
    if (error instanceof QueryRefusal) {
      throw new Failure('VALIDATION_ERROR', { [error.parameter.slice(0, 100) || 'query']: error.message });
    }
    throw error;
  }
  if (facts.errors === 'api' || facts.errors === 'scim') refuseSecrets(context.query);
  const { ui_locales: wished } = context.query;
  if (facts.errors.endsWith('page') && typeof wished === 'string') context.locale = wishedLocale(wished);
  // An action without a body is the same as one with an empty object, defaults included.
  const requestBody = body ? body.value : facts.requestTypes.length > 0 ? {} : undefined;
  if (!body && requestBody !== undefined) context.body = { value: requestBody, bytes: Buffer.alloc(0) };
  requireReadableIfMatch(incoming['if-match']);
  const failure = contract.requestFailure(id, {
    path,
    query: context.query,
    header: incoming,
    requestBody,
  });
  if (failure) throw failure;
}

/** The refusal names the parameter and not its value. */
function refuseSecrets(query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(query)) {
    if (!holdsSecret(name) && ![value].flat().some((one) => typeof one === 'string' && holdsSecret(one)))
      continue;
    throw invalid(
      holdsSecret(name) ? 'query' : name.slice(0, 100),
      'must not have a key or another secret, because proxies log addresses. Rotate the key. To find its owner, send it in a body: POST /api/v1/credentials/verify with {"credential": "kd_live_…"}',
    );
  }
}

function requireReadableIfMatch(ifMatch: string | undefined): void {
  if (ifMatch === undefined) return;
  try {
    matches(ifMatch, 0);
  } catch (error) {
    throw error instanceof EtagRefusal ? invalid('If-Match', error.message) : error;
  }
}
