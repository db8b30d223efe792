import { requireAccess } from '../conditional-access/judge/machines.ts';
import { judgeCall } from '../policies/judge/uses.ts';
import { Failure, invalid } from '../failure.ts';
import { requireRecentProof } from '../platform/grants.ts';
import { accepts } from '../lib/accept.ts';
import { EtagRefusal, matches } from '../lib/etag.ts';
import { wishedLocale } from '../lib/locale.ts';
import { parseQuery, QueryRefusal } from './query-string.ts';
import { holds } from '../lib/scope.ts';
import { holdsSecret } from '../lib/secret-text.ts';
import type { ReadBytes } from './body/body-bytes.ts';
import { presentedEarly } from './presented-early.ts';
import { refuseCrossSite } from './cross-site.ts';
import type { Gate } from './gate.ts';
import { findOperation, routes } from './contract/find-operation.ts';
import type { RequestContext, Facts } from './request-context.ts';
import { strangerOf } from './admission/limits.ts';
import { checkAddress, checkSpentAddress, countAddress, isUnlimited } from './admission/address-check.ts';
import type { ApiCaller, Caller, OperationId } from '../operation.ts';
import { readBody as readBodyOf } from './body/request-body.ts';
import { isAllowedScheme } from './transport.ts';

type Check = (context: RequestContext, gate: Gate) => void | Promise<void>;

/** A request that has passed every check. An intersection would pair the facts of each operation with those of every other. */
export interface Checked extends RequestContext {
  id: OperationId;
  facts: Facts;
}

/** Every check of a request, in the order of decisions 6.1; the first that throws decides the answer. Those of `content` come last. */
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
  checkContent,
];

/** The checks of what the request brings, in their order. What they refuse does not depend on the caller. */
const content: readonly Check[] = [
  requireAcceptable,
  refuseCrossSite,
  openContract,
  readBody,
  checkSpentAddress,
  validate,
];

/** The checks of a step of a bulk request once it is found; the others were made of the request that brought it. */
export const stepChecks: readonly Check[] = [
  (step, { recheck }) => recheck(step),
  requirePermission,
  validate,
];

/** The checks of an operation that a handler performs for its caller; the others were made of the request itself. */
export const ownStepChecks: readonly Check[] = [requirePermission, requireRecent];

/** Holds a step against the contract, and fills in defaults. @throws {Failure} VALIDATION_ERROR */
export const checkContract = validate;

/** Judges the caller of a request once more while its answer is sent. It leaves nothing, unless it refuses. @returns the caller as it is now */
export async function judgeAgain(
  context: RequestContext,
  gate: Gate,
): Promise<{ caller: Caller; now: Date }> {
  const { caller, now, refusal, policed } = await gate.readAgain(context);
  if (refusal) throw refusal;
  const again: RequestContext = { ...context, caller, now };
  if (policed) again.policed = policed;
  else delete again.policed;
  refuseWhileClosed(again, gate);
  await applyPolicies(again, gate, false);
  requirePermission(again);
  return { caller, now };
}

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

async function authenticate(context: RequestContext, gate: Gate): Promise<void> {
  const { facts } = context;
  if (!facts?.secured) return;
  try {
    const presented = await presentedEarly(context, gate, checkContent);
    const admission = await gate.authenticate[facts.scheme](context, presented);
    const { caller, standing, now, policed, refusal } = admission;
    if (context.lookedUp) gate.lookUps.callers.giveBack(strangerOf(context.transport.address));
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

/**
 * Makes the checks of what the request brings. If a statement can verify a secret of the request, they are made before the caller is
 * known, but a failure is thrown in its turn. They are made once.
 */
function checkContent(context: RequestContext, gate: Gate): Promise<void> {
  return (context.content ??= makeContentChecks(context, gate));
}

async function makeContentChecks(context: RequestContext, gate: Gate): Promise<void> {
  for (const check of content) {
    const pending = check(context, gate);
    if (pending) await pending;
  }
}

/** Policies on the key itself; a tenant without policies has nothing to wait for. */
function applyPolicies(
  { id, facts, caller, now, policed }: RequestContext,
  gate: Gate,
  isUse = true,
): void | Promise<void> {
  if (policed && id && facts && now && caller && 'credentialId' in caller)
    return judgeKey({ id, facts, caller, now, policed }, gate, isUse);
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
  isUse: boolean,
): Promise<void> {
  if (!policed) return;
  const isAbout = (resource: string): boolean =>
    caller.scopes.includes('*') && facts.permission?.startsWith(resource) === true;
  const told = isAudited(facts);
  const exempt = isAbout('policies.');
  const fine = await judgeCall(policies, caller, policed, { now, operation: id, exempt, told, isUse });
  await requireAccess(access, caller, policed, { now, exempt: isAbout('conditional_access.'), isUse });
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
  const { facts, request, response, caller, transport, errors } = context;
  if (!facts || facts.requestTypes.length === 0) return;
  const owner = caller ? caller.orgId : strangerOf(transport.address);
  const read = facts.secured ? readBytes.known : readBytes.strange;
  // All of it has come (presented-early.ts), so the request waits for nothing.
  const isEarly = facts.secured && !caller;
  // A large body of SCIM counts as work of SCIM as well.
  const spend = (milliseconds: number): void => {
    context.bodyCharge = milliseconds;
    effort.spend(owner, milliseconds);
  };
  const wanted = { ...wantedOf(facts), response, owner, ...(errors === 'scim' ? { spend } : {}) };
  const readBytesAside: ReadBytes = async (asked, how) => {
    if (isEarly) return read(asked, how);
    const enterAgain = door.step(context);
    try {
      return await read(asked, how);
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
