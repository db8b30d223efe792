import { type Families, operations } from '../../generated/operations.ts';
import { readCookies } from '../lib/cookie.ts';
import type { ClientCertificate } from '../lib/client-certificate.ts';
import { chosenLocale } from '../lib/locale.ts';
import type { NamedDocument, OperationId, Sent } from '../operation.ts';
import { beforehand } from '../platform/beforehand.ts';
import { onBehalfOf } from '../platform/on-behalf.ts';
import type { ReadMark, Replacing, Seen } from '../platform/replacing.ts';
import {
  atOnce,
  type Clock,
  forkFor,
  type NamedTenant,
  type Opening,
  type Tenant,
} from '../platform/tenancy.ts';
import type { Orm, Tx } from '../platform/tx.ts';
import { countClient, countDocument, countSignIn } from './admission/address-check.ts';
import { callAround, callWithin, type Handle, inTenant, takenBack } from './around.ts';
import { originOf } from './audit-rows.ts';
import { bulkOf } from './bulk.ts';
import { type Checked, judgeAgain } from './checks.ts';
import type { Gate } from './gate.ts';
import type { SentAnswer } from './idempotency.ts';
import { pageLocale } from './page-locale.ts';
import { noteDenied, refuse, type RefusalParts } from './refuse.ts';
import type { RequestContext } from './request-context.ts';
import { stepsOf } from './steps.ts';
import { isAtThisMachine } from './this-machine.ts';

/** The parts that running an operation takes. No family is among them: each has its own parts. */
export interface RunParts extends RefusalParts {
  orm: Orm;
  /** The handlers of each tag: those that are built, and the function that builds the others. */
  families: {
    readonly built: ReadonlyMap<keyof Families, object>;
    open: (tag: keyof Families) => object | Promise<object>;
  };
  /** The operations that replace something, and what a request of each replaces. */
  replacing: { readonly [Id in OperationId]?: (asked: never) => Replacing };
  /** Reads how a thing stands that a request replaces. */
  readMark: ReadMark;
  /** Reads the client certificate that a proxy tells of. */
  certificateOf: (carried: {
    peer: string;
    header: string | readonly string[] | undefined;
  }) => ClientCertificate | undefined;
  baseUrl: () => string;
}

type AnyFamily = Readonly<Record<string, ((call: object) => Promise<SentAnswer>) | undefined>>;

/** Hands a request that has passed every check to its handler, and to what runs around it. */
export async function run(context: Checked, parts: RunParts, gate: Gate): Promise<SentAnswer> {
  const { id } = context;
  const handler = await handlerOf(context, parts);
  // Most operations replace nothing, and do not wait.
  const seen = id in parts.replacing ? await seenOf(context, parts) : undefined;
  const handle: Handle = (tx, now) => handler(new RequestCall(context, { parts, gate, seen }, tx, now));
  return callAround(context, parts.orm, gate, handle);
}

async function handlerOf({ id, facts }: Checked, { families }: RunParts) {
  // The types of the list of families prove that no operation is missing.
  const family = (families.built.get(facts.tag) ?? (await families.open(facts.tag))) as AnyFamily;
  const handler = family[id];
  if (!handler) throw new Error(`${id} has no handler`);
  return handler;
}

/** Builds the families of operations, outside of the transaction that is going to perform them. */
async function openFamilies(ids: readonly OperationId[], tx: Tx, { families }: RunParts): Promise<void> {
  const tags = [...new Set(ids.map((id) => operations[id].tag))].filter((tag) => !families.built.has(tag));
  if (tags.length === 0) return;
  await beforehand(tx, `families ${tags.join(' ')}`, () =>
    Promise.all(tags.map(async (tag) => families.open(tag))),
  );
}

/** Runs an operation that a handler performs for its caller. @param tx the transaction of a change; a read may have none */
async function runStep(
  step: Checked,
  { parts, gate }: Pick<Means, 'parts' | 'gate'>,
  tx: Tx | undefined,
  now: Date | undefined = step.now,
): Promise<SentAnswer> {
  const { id, caller } = step;
  if (!caller || !now || id in parts.replacing) throw new Error(`${id} cannot be a step`);
  const handler = await handlerOf(step, parts);
  const handle: Handle = (own, at) =>
    handler(new RequestCall(step, { parts, gate, seen: undefined }, own, at));
  if (step.facts.transaction === null) return handle(tx ?? forkFor(parts.orm, caller, now), now);
  if (!tx) throw new Error(`${id} needs a transaction`);
  return callWithin(step, { tx, now }, handle);
}

interface Means {
  parts: RunParts;
  gate: Gate;
  seen: Seen | undefined;
}

/**
 * A request as its handler gets it: a `Call` of `src/operation.ts`. Everything that only some handlers read is made when it is read, so
 * a verification pays for no cookie and no language.
 */
class RequestCall {
  readonly #context: Checked;
  readonly #means: Means;
  readonly body: unknown;
  readonly path: Record<string, string>;
  readonly query: Record<string, unknown>;
  readonly caller: Checked['caller'];
  readonly attempt: Checked['attempt'];
  readonly seen: Seen | undefined;
  /** The transaction of the request. A handler without one opens its transactions itself, or runs no statement of one. */
  readonly tx: Tx | undefined;
  readonly now: Date | undefined;
  readonly origin: ReturnType<typeof originOf>;

  constructor(context: Checked, means: Means, tx: Tx | undefined, now = context.now) {
    this.#context = context;
    this.#means = means;
    this.body = context.body?.value;
    this.path = context.path;
    this.query = context.query;
    this.caller = context.caller;
    this.attempt = context.attempt;
    this.seen = means.seen;
    this.tx = tx;
    this.now = now;
    const { caller, requestId, transport, incoming } = context;
    this.origin = originOf(requestId, transport.address, incoming['user-agent'], caller);
  }

  get sent(): Sent {
    return new SentByClient(this.#context, this.#means.parts);
  }

  get inTenant() {
    const context = this.#context;
    const { orm } = this.#means.parts;
    return (tenant: Tenant | NamedTenant, work: (tx: Tx, now: Date) => Promise<unknown>): Promise<unknown> =>
      inTenant(context, orm, tenant, work);
  }

  get page() {
    const context = this.#context;
    const { orm, certificateOf } = this.#means.parts;
    const { id, incoming, locale, method, transport } = context;
    const cookies = readCookies(incoming.cookie);
    type Work = (tx: Tx, row: Clock) => Promise<unknown>;
    return {
      inOpened: (tenant: NamedTenant, opening: Opening<Clock>, work: Work) =>
        inTenant(context, orm, tenant, (tx, _now, row) => work(tx, row as Clock), opening),
      atOnce: (tenant: NamedTenant, opening: Opening<Clock>, work: Work) =>
        onBehalfOf({ orgId: tenant.orgId, operation: id }, () => atOnce(orm, tenant, opening, work)),
      cookies,
      locale: pageLocale({ cookies, incoming, locale }),
      chosenLocale: chosenLocale(cookies),
      here: method === 'GET' ? hereOf(context) : undefined,
      clientCertificate: () => certificateOf({ peer: transport.peer, header: incoming['client-cert'] }),
    };
  }

  get limits() {
    const context = this.#context;
    const { gate } = this.#means;
    return {
      signIns: () => countSignIn(context, gate),
      client: (orgId: string, clientId: string) => countClient(context, gate, { orgId, clientId }),
      connection: (orgId: string, clientId: string) =>
        countClient(context, gate, { orgId, clientId }, 'connections'),
      document: (named: NamedDocument) => countDocument(context, gate, named),
      place: async (orgId: string) => {
        context.leave = await gate.places[context.id]?.(orgId, new Date());
      },
    };
  }

  get judgeAgain() {
    const context = this.#context;
    const { gate } = this.#means;
    return () => judgeAgain(context, gate);
  }

  get bulk() {
    const { parts, gate } = this.#means;
    return bulkOf(this.#context, gate, {
      run: (step) => run(step, parts, gate),
      refuse: (step, error) => refuse(step, error, parts),
    });
  }

  get steps() {
    const context = this.#context;
    const { parts, gate } = this.#means;
    return stepsOf(context, gate, {
      run: (step, tx, now) => runStep(step, this.#means, tx, now),
      open: (ids, tx) => openFamilies(ids as OperationId[], tx, parts),
      takeBack: (work) => takenBack(context, parts.orm, work),
      noteDenied: (denied) => noteDenied(context, denied, parts),
    });
  }
}

/** The parts of a request besides its parameters. */
class SentByClient implements Sent {
  readonly #context: Checked;
  readonly #parts: Pick<RunParts, 'baseUrl'>;

  constructor(context: Checked, parts: Pick<RunParts, 'baseUrl'>) {
    this.#context = context;
    this.#parts = parts;
  }

  get ifMatch(): string | undefined {
    return this.#context.incoming['if-match'];
  }

  get dryRun(): boolean {
    return this.#context.dryRun;
  }

  get rawBody(): Buffer {
    return this.#context.body?.bytes ?? Buffer.alloc(0);
  }

  get rawQuery(): string {
    return this.#context.rawQuery;
  }

  header(name: string): string | undefined {
    return [this.#context.incoming[name]].flat()[0];
  }

  isAtThisMachine(): boolean {
    const { request, transport } = this.#context;
    return isAtThisMachine(request, transport, this.#parts.baseUrl());
  }
}

/** Reads what the request replaces, before the request waits for a connection. @returns undefined if the operation replaces nothing */
async function seenOf(
  { id, caller, path, body, now }: Checked,
  { replacing, readMark }: Pick<RunParts, 'replacing' | 'readMark'>,
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
