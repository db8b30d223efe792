import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { isAtThisMachine } from './this-machine.ts';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { atOnce, type Clock, type NamedTenant, type Opening, type Tenant } from '../platform/tenancy.ts';
import type { clientCertificateReader } from '../conditional-access/resources/client-certificate.ts';
import { EndingCaller } from '../credentials/bounds.ts';
import { askedOf } from '../scim/scim-requests.ts';
import type { FailedUses } from '../credentials/failed-uses.ts';
import { handlers } from '../handlers/index.ts';
import { replacing } from '../handlers/replacing.ts';
import { Failure, RateLimited } from '../failure.ts';
import { readCookies } from '../lib/cookie.ts';
import { isId } from '../lib/id.ts';
import { chosenLocale } from '../lib/locale.ts';
import { cpuMilliseconds, inTurns } from '../lib/turns.ts';
import type { Log } from '../platform/log.ts';
import { onBehalfOf } from '../platform/on-behalf.ts';
import type { ReadMark, Replacing, Seen } from '../platform/replacing.ts';
import { tenantOfConnection } from '../federation/linking/sql/routing.ts';
import { findBranding } from '../users/sql/auth-config.ts';
import { findTenant, firstTenant, onlyTenant } from '../platform/sql/tenants.ts';
import { hashBrowserToken } from '../users/sessions/browser-token.ts';
import { organizationsOfBrowser, tenantOfBrowser } from '../users/sessions/sql/api-callers.ts';
import { callAround, type Handle, inTenant, recordRefusal } from './around.ts';
import { originOf } from './audit-rows.ts';
import { changeOf } from './change-request.ts';
import { countClient, countSignIn } from './admission/address-check.ts';
import { type Checked, stepChecks } from './checks.ts';
import { findOperation } from './contract/find-operation.ts';
import type { Gate } from './gate.ts';
import type { RequestContext } from './request-context.ts';
import { failureOf, headersThrownUnder, refusalOf } from './failures.ts';
import { withHint } from './form-hints.ts';
import type { SentAnswer, StoredAnswer } from './idempotency.ts';
import type { BulkAnswer, BulkStep, Given } from '../operation.ts';
import { brandingOf } from './page-failures.ts';
import { pageLocale } from './page-locale.ts';
import { sessionOf } from './user-authentication.ts';
import { writtenRefusal } from './written-refusal.ts';

/** What running an operation takes. */
export interface RunParts extends Given {
  config: Config;
  orm: MikroORM;
  /** For the statements of every request. */
  pool: Pool;
  /** Reads how a thing stands that a request replaces. */
  readMark: ReadMark;
  /** Is told of keys that were refused for what they may not do. */
  failed: Pick<FailedUses, 'note'>;
  /** Reads the client certificate that a proxy tells of. */
  certificateOf: ReturnType<typeof clientCertificateReader>;
  baseUrl: () => string;
  log: Log;
}

/** Returns those parts that handlers get. They are written out, because the object is made for every request. */
const given = (parts: RunParts): Given => ({
  uses: parts.uses,
  owners: parts.owners,
  scanningKeys: parts.scanningKeys,
  rows: parts.rows,
  namedScimUser: parts.namedScimUser,
  shared: parts.shared,
  mail: parts.mail,
  breached: parts.breached,
  vault: parts.vault,
  outgoing: parts.outgoing,
  records: parts.records,
  issuers: parts.issuers,
  access: parts.access,
  oidc: parts.oidc,
  service: parts.service,
  wired: parts.wired,
  signOns: parts.signOns,
  signIns: parts.signIns,
});

type AnyHandler = (call: unknown) => Promise<SentAnswer>;

type AnyFamily = Readonly<Record<string, AnyHandler | undefined>>;

/** Hands a request that has passed every check to its handler, and to what runs around it. */
export async function run(context: Checked, parts: RunParts, gate: Gate): Promise<SentAnswer> {
  const { id, caller, path, query, body, transport, incoming, attempt } = context;
  const { config, orm, pool, baseUrl } = parts;
  const found = handlers[context.facts.tag];
  // The types of `handlers` prove that no operation is missing.
  const family = (typeof found === 'function' ? await found() : found) as AnyFamily;
  const handler = family[id];
  if (!handler) throw new Error(`${id} has no handler`);
  const cookies = readCookies(incoming.cookie);
  // Most operations replace nothing, and do not wait.
  const seen = id in replacing ? await seenOf(context, parts.readMark) : undefined;
  const call = {
    ...given(parts),
    body: body?.value,
    path,
    query,
    caller,
    now: context.now,
    address: transport.address,
    origin: originOf(context.requestId, transport.address, incoming['user-agent']),
    rawBody: body?.bytes ?? Buffer.alloc(0),
    rawQuery: context.rawQuery,
    header: (name: string) => [incoming[name]].flat()[0],
    clientCertificate: () => parts.certificateOf({ peer: transport.peer, header: incoming['client-cert'] }),
    cookies,
    locale: pageLocale({ cookies, incoming, locale: context.locale }),
    chosenLocale: chosenLocale(cookies),
    here: context.method === 'GET' ? hereOf(context) : undefined,
    requestId: context.requestId,
    limitSignIns: () => countSignIn(context, gate),
    clientLimit: (orgId: string, clientId: string) => countClient(context, gate, { orgId, clientId }),
    connectionLimit: (orgId: string, clientId: string) =>
      countClient(context, gate, { orgId, clientId }, 'connections'),
    takePlace: async (orgId: string) => {
      context.leave = await gate.places[id]?.(orgId, new Date());
    },
    fits: gate.contract.fits,
    ifMatch: incoming['if-match'],
    settled: context.settled,
    seen,
    attempt,
    dryRun: context.dryRun,
    perform: (step: BulkStep) => perform(step, context, parts, gate),
    reserve: (steps: number) => reserve(steps, context, gate),
    think: <Result>(work: Generator<undefined, Result>, pause: () => Promise<void>) =>
      think(work, pause, context, gate),
    inTenant: (tenant: Tenant | NamedTenant, work: (em: EntityManager, now: Date) => Promise<unknown>) =>
      inTenant(context, orm, tenant, work),
    inOpened: (
      tenant: NamedTenant,
      opening: Opening<Clock>,
      work: (em: EntityManager, row: Clock) => Promise<unknown>,
    ) => inTenant(context, orm, tenant, (em, _now, row) => work(em, row as Clock), opening),
    atOnce: (
      tenant: NamedTenant,
      opening: Opening<Clock>,
      work: (em: EntityManager, row: Clock) => Promise<unknown>,
    ) => onBehalfOf({ orgId: tenant.orgId, operation: id }, () => atOnce(orm, tenant, opening, work)),
    findTenant: async (orgId: string) => (isId('org', orgId) ? findTenant(pool, orgId) : undefined),
    findTenantOfConnection: async (id: string) =>
      isId('fed', id) ? tenantOfConnection(pool, id) : undefined,
    findOrganizations: async () => {
      const token = sessionOf(context, baseUrl());
      return token === undefined ? [] : organizationsOfBrowser(orm.em.fork(), hashBrowserToken(token));
    },
    findSession: async (orgId: string) => {
      const token = sessionOf(context, baseUrl());
      if (token === undefined || !isId('org', orgId)) return undefined;
      return (await tenantOfBrowser(pool, hashBrowserToken(token), orgId))?.home;
    },
    findFirstTenant: () => firstTenant(pool),
    isAtThisMachine: () => isAtThisMachine(context.request, transport, baseUrl()),
    findOnlyTenant: () => onlyTenant(pool),
    findBranding: async (orgId: string) => (isId('org', orgId) ? findBranding(pool, orgId) : undefined),
    baseUrl: baseUrl(),
    quotas: config,
  };
  const handle: Handle = (em, now = context.now) => handler(em ? { ...call, em, now } : call);
  return callAround(context, orm, gate, handle);
}

/** Reads what the request replaces, before the request waits for a connection. @returns undefined if the operation replaces nothing */
async function seenOf(
  { id, caller, path, body, now }: Checked,
  readMark: ReadMark,
): Promise<Seen | undefined> {
  const named = replacing[id] as ((asked: unknown) => Replacing) | undefined;
  if (!named || !caller || !now) return undefined;
  const { orgId } = caller;
  const found = named({ path, body: body?.value, orgId });
  return { ...found, mark: await readMark(orgId, found), at: now };
}

/** The address of a page that was asked for by GET. */
const hereOf = ({ rawPath, rawQuery }: RequestContext): string =>
  rawQuery === '' ? rawPath : `${rawPath}?${rawQuery}`;

/** Makes the response of any thrown value. Refusals to a known caller are recorded before the response. */
export async function refuse(
  context: RequestContext,
  thrown: unknown,
  { orm, pool, log, failed, baseUrl }: Pick<RunParts, 'orm' | 'pool' | 'log' | 'failed' | 'baseUrl'>,
): Promise<StoredAnswer & { headers: Record<string, string> }> {
  const { requestId, caller, transport } = context;
  let failure = failureOf(thrown);
  if (failure.status === 403 && caller && 'credentialId' in caller) {
    const { orgId, credentialId } = caller;
    failed.note({ orgId, credentialId, source: 'API', code: failure.code, address: transport.address });
  }
  if (thrown instanceof EndingCaller && caller)
    log.warn(
      { requestId, orgId: caller.orgId, operation: context.id, callerId: caller.actor.id },
      'refused a caller that ends, which the release before let in',
    );
  const change = changeOf(context);
  if (change) {
    if (context.errors === 'scim' && change.action !== undefined)
      change.attempt.asked ??= askedOf(context.method, context.body?.value);
    const of = { orgId: change.caller.orgId, operation: change.id };
    try {
      await onBehalfOf(of, () => recordRefusal(orm, change, failure));
    } catch (error) {
      // A fault that is known already says more than that it could not be recorded.
      if (failure.status < 500) failure = failureOf(error);
    }
  }
  // A server that a tenant chose is not the operator's business.
  const level = failure.status === 502 ? 'info' : 'error';
  if (failure.status >= 500 && failure.status !== 501)
    log[level]({ requestId, operation: context.id, err: failure.cause }, failure.code);
  failure = withHint(failure, context);
  const refusal = refusalOf(failure, requestId, baseUrl());
  Object.assign(refusal.headers, headersThrownUnder(thrown));
  if (failure instanceof RateLimited) {
    context.standing = failure.standing;
    refusal.headers['Retry-After'] = String(failure.retryAfterSeconds);
  }
  const branding = context.errors.endsWith('page')
    ? await brandingOf(failure, context, (orgId) => findBranding(pool, orgId))
    : undefined;
  return writtenRefusal(failure, context, refusal, branding);
}

/** Milliseconds of CPU. */
const millisecondsOfAStep = 5;
const turn = 10;
const mostThought = 500;

/** Its steps are not refused for what it has reserved, but for what they take beside that. */
function reserve(steps: number, context: Checked, { effort }: Gate): void {
  const { caller, now } = context;
  if (!caller || !now) return;
  context.reserved = steps * millisecondsOfAStep;
  // Its steps pay for its body. Otherwise the longest body would leave too little for its steps, each time that it comes.
  effort.spend(caller.orgId, -(context.bodyCharge ?? 0));
  effort.check(caller.orgId, now, context.reserved);
  effort.spend(caller.orgId, context.reserved);
}

function think<Result>(
  work: Generator<undefined, Result>,
  pause: () => Promise<void>,
  { caller, now, reserved = 0 }: Checked,
  { effort }: Gate,
): Promise<Result> {
  // Requests that came together have passed the check before any of them has spent anything.
  if (caller && now) effort.check(caller.orgId, now, -reserved);
  return inTurns(work, {
    turn,
    most: mostThought,
    clock: cpuMilliseconds,
    pause,
    tooLong: () =>
      new Failure('PAYLOAD_TOO_LARGE', {
        detail: 'the request takes too much work; send some of its operations and filters in another request',
      }),
    spend: (milliseconds) => {
      if (caller) effort.spend(caller.orgId, milliseconds);
    },
  });
}

const notOfBulk =
  'method and path must be a POST to /Users or /Groups, or a PUT, PATCH or DELETE of one of them';

/**
 * Runs a step of a bulk request through the checks that are its own, in a transaction of its own, with its own rows in
 * audit and provisioning log (RFC 7644 section 3.7).
 */
async function perform(asked: BulkStep, whole: Checked, parts: RunParts, gate: Gate): Promise<BulkAnswer> {
  const step = stepOf(asked, whole);
  let answer: StoredAnswer;
  try {
    findOperation(step);
    if (!step.facts?.audit || step.facts.audit === 'none')
      throw new Failure('SCIM_VALUE_INVALID', { detail: notOfBulk });
    if (asked.refusal) throw asked.refusal;
    for (const check of stepChecks) await check(step, gate);
    answer = await run(step as Checked, parts, gate);
    gate.judge?.(step, answer);
  } catch (error) {
    answer = await refuse(step, error, parts);
  }
  return { status: answer.status, body: answer.body, headers: { ...step.headers, ...answer.headers } };
}

function stepOf({ method, path, body, ifMatch }: BulkStep, whole: Checked): RequestContext {
  const { id: _id, facts: _facts, body: _body, ...shared } = whole;
  return {
    ...shared,
    method,
    incoming: { 'user-agent': whole.incoming['user-agent'], 'if-match': ifMatch },
    rawPath: whole.rawPath.replace(/\/+Bulk\/*$/, '') + path,
    rawQuery: '',
    path: {},
    query: {},
    attempt: {},
    dryRun: false,
    headers: { 'X-Request-Id': whole.requestId },
    ...(body === undefined ? {} : { body: { value: body, bytes: Buffer.alloc(0) } }),
  };
}
