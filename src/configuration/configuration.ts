import { setImmediate as nextIteration } from 'node:timers/promises';
import { Failure, invalid } from '../failure.ts';
import { cursorOf, listingOf, positionOf } from '../lib/cursor.ts';
import type { Grantor } from '../platform/grants.ts';
import type { Account, Steps } from '../platform/steps.ts';
import { askTogether } from '../platform/beforehand.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Tx } from '../platform/tx.ts';
import type { Vault } from '../platform/vault.ts';
import { desiredOf } from './desired.ts';
import { type Asked, fingerprintOf } from './fingerprint.ts';
import type { Kinds } from './kinds.ts';
import { Ids, perform } from './performing.ts';
import { type Change, marksOf, type Plan, planOf } from './planning.ts';
import { withoutDefaults } from './projection.ts';
import { openSecretMarks, sealSecretMarks } from './secret-marks.ts';
import {
  countManaged,
  forgetManaged,
  managedObjects,
  type ManagedRow,
  saveManaged,
} from './sql/managed-objects.ts';
import { type Known, StateReader } from './state.ts';
import { mostMade, tryChanges } from './trying.ts';

/** How long an apply holds the lock of its tenant, in milliseconds. */
const longestApply = 60_000;
/** How many objects of a tenant applies manage. */
const mostManaged = 10_000;

interface Request {
  caller: Grantor & { orgId: string };
  steps: Steps;
  bulk: Account;
  kinds: Kinds;
  vault: Vault;
}

/** A plan, and what stands for it. */
export interface Planned extends Plan {
  fingerprint: string;
  /** The kinds that the caller may not read. */
  unreadable: string[];
  /** How many changes were judged by permission alone, because trying all of them takes too long. */
  untried: number;
}

interface Compared extends Planned {
  state: StateReader;
}

/**
 * Compiles what holds objects against the contract. At its first use in a process, each kind takes up to 0.1 s, which no organization
 * should pay for.
 */
async function openContract(
  names: ReadonlySet<string>,
  { steps, kinds, pause }: Pick<Request, 'steps' | 'kinds'> & { pause: () => Promise<void> },
): Promise<void> {
  for (const name of names) {
    const { create, update } = kinds.get(name)?.operations ?? {};
    for (const id of [create, update]) if (id !== undefined) steps.prepare(id);
    await pause();
  }
}

/** Reads what there is and compares the objects of a request with it. @param within the transaction of an apply */
async function compare(
  tx: Tx,
  asked: Asked,
  { caller, steps, bulk, kinds, vault }: Request,
  { mayHavePlaceholders, within }: { mayHavePlaceholders: boolean; within?: Tx },
): Promise<Compared> {
  const rows = await managedObjects(tx, caller.orgId);
  // Between begin and commit only the database may be awaited.
  const pause = within
    ? async (): Promise<void> => void (await lockTenant(within, caller.orgId))
    : nextIteration;
  const state = new StateReader({ steps, bulk, kinds, rows, pause, tx: within });
  const pruned = asked.prune ? rows.map(({ kind }) => kind) : [];
  await state.read([...asked.objects.map(({ kind }) => kind), ...pruned]);
  await openContract(new Set(asked.objects.map(({ kind }) => kind)), { steps, kinds, pause });
  function* thinking(): Generator<undefined, Compared> {
    const desired = yield* desiredOf(asked.objects, kinds, state, steps, { mayHavePlaceholders });
    const secretsOf = (row: ManagedRow | undefined) => openSecretMarks(vault, caller.orgId, row);
    const plan = yield* planOf(desired, state, rows, {
      kinds,
      prune: asked.prune,
      pruned: asked.kinds,
      secretsOf,
    });
    yield;
    const fingerprint = fingerprintOf(asked, { ...plan, desired }, { state, rows, kinds, caller });
    return { ...plan, fingerprint, state, unreadable: [...state.unreadable.keys()], untried: 0 };
  }
  return bulk.think(thinking(), pause);
}

/**
 * Compares objects with what there is, and tries each change as a request of the caller. Everything that was tried is taken back.
 * @param tx reads without a transaction
 */
export async function planConfiguration(tx: Tx, asked: Asked, request: Request): Promise<Planned> {
  const compared = await compare(tx, asked, request, { mayHavePlaceholders: true });
  const { changes, state } = compared;
  const { steps, bulk, caller } = request;
  const tried = changes.filter(({ refusal }) => !refusal);
  if (tried.length === 0) return compared;
  bulk.reserve(tried.length);
  // The apply is a request, too.
  const allowance = await steps.allowance(tx, { requests: 1 });
  const { refusals, untried } = await steps.takeBack(async (whole) => {
    await lockTenant(whole, caller.orgId);
    return tryChanges(changes, { steps, tx: whole, state, allowance });
  });
  const judged = changes.map((change) => {
    const refusal = change.refusal ?? refusals.get(change);
    return refusal ? { ...change, refusal } : change;
  });
  return { ...compared, changes: judged, untried };
}

/**
 * Makes every change of a plan in the transaction of the request, or none.
 * @throws {Failure} CONFIGURATION_MOVED if the plan is another one now, and the refusal of the first change that is refused
 */
export async function applyConfiguration(
  tx: Tx,
  asked: Asked,
  fingerprint: string,
  request: Request,
): Promise<Planned> {
  const { caller, steps, bulk, kinds, vault } = request;
  await steps.open(
    [...kinds.values()].flatMap(({ operations }) => Object.values(operations)),
    tx,
  );
  const lock = await lockTenant(tx, caller.orgId);
  const began = performance.now();
  const compared = await compare(tx, asked, request, { mayHavePlaceholders: false, within: tx });
  const { changes, state, gone } = compared;
  // A request that is repeated after its response was lost finds nothing to do.
  if (changes.length > 0 && compared.fingerprint !== fingerprint)
    throw new Failure('CONFIGURATION_MOVED', { fingerprint: compared.fingerprint });
  const allowance = await steps.allowance(tx, { changes: changes.length });
  if (changes.length > allowance.most) throw allowance.refusal;
  bulk.reserve(changes.length);
  const ids = new Ids(state);
  const rows: ManagedRow[] = [];
  const left: Pick<ManagedRow, 'kind' | 'key'>[] = [...gone];
  await askTogether(
    withinTime(changes, began, (change) => async () => {
      const { kind, key, known, desired } = change;
      const made = await perform(change, { steps, tx, ids });
      if (!made || !desired) {
        left.push({ kind: kind.kind, key });
        return;
      }
      const before = openSecretMarks(vault, caller.orgId, known?.row);
      rows.push({
        kind: kind.kind,
        key,
        objectId: made.id,
        marks: marksOf(desired, made.spec),
        secrets: sealSecretMarks(vault, caller.orgId, made.id, desired, before),
      });
    }),
    mostMade,
  );
  await forgetManaged(tx, lock, left);
  await saveManaged(tx, lock, rows, tenancyOf(tx).now);
  if ((await countManaged(tx, lock)) > mostManaged)
    throw new Failure('QUOTA_EXCEEDED', { resource: 'managed objects', limit: mostManaged });
  if (changes.length > 0) await steps.count(changes.length, tx);
  return compared;
}

/** Gives pieces of work one after the other. @throws {Failure} PAYLOAD_TOO_LARGE between two of them, if they take too long since `began` */
function* withinTime(
  changes: readonly Change[],
  began: number,
  pieceOf: (change: Change) => () => Promise<void>,
): Generator<() => Promise<void>, void, undefined> {
  for (const change of changes) {
    if (performance.now() - began > longestApply)
      throw new Failure('PAYLOAD_TOO_LARGE', {
        reason: `the changes take longer than ${longestApply / 1_000} seconds together; send fewer objects in one request, for example those of one kind`,
      });
    yield pieceOf(change);
  }
}

const countOf = (changes: readonly Change[], action: Change['action']): number =>
  changes.filter((change) => change.action === action).length;

/** Counts the objects of a plan by what becomes of them. */
export const countsOf = ({ changes, unchanged, untried }: Planned) => ({
  create: countOf(changes, 'CREATE'),
  change: countOf(changes, 'CHANGE'),
  adopt: countOf(changes, 'ADOPT'),
  delete: countOf(changes, 'DELETE'),
  release: countOf(changes, 'RELEASE'),
  unchanged,
  refused: changes.filter(({ refusal }) => refusal).length,
  untried,
});

/** A page of an export. */
export interface ExportPage {
  objects: { kind: string; key: string; spec: Readonly<Record<string, unknown>> }[];
  unreadable: string[];
  next: string | undefined;
}

interface Wanted {
  kind?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Reads a page of all objects that the caller may read, by kind and then by key. */
export async function exportConfiguration(
  tx: Tx,
  { kind: one, cursor, limit }: Wanted,
  { caller, steps, bulk, kinds }: Omit<Request, 'vault'>,
): Promise<ExportPage> {
  const listing = listingOf(['configuration', caller.orgId, one ?? null]);
  const after = cursor === undefined ? undefined : placeOf(cursor, listing);
  const rows = await managedObjects(tx, caller.orgId);
  const state = new StateReader({ steps, bulk, kinds, rows, pause: nextIteration });
  const found: Known[] = [];
  const from = kinds.get(after?.kind ?? '')?.order ?? 0;
  for (const kind of kinds.values()) {
    if (kind.order < from || (one !== undefined && kind.kind !== one)) continue;
    await state.read([kind.kind]);
    const isFirst = kind.kind === after?.kind;
    found.push(
      ...state
        .ofKind(kind.kind)
        .filter(({ key, exists }) => exists && !(isFirst && key <= (after?.key ?? ''))),
    );
    if (found.length > limit) break;
  }
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next =
    last && found.length > limit
      ? cursorOf(listing, { key: last.kind.kind, tie: last.key, before: 0, total: 0 })
      : undefined;
  return {
    objects: page.map(({ kind, key, spec }) => ({ kind: kind.kind, key, spec: withoutDefaults(kind, spec) })),
    unreadable: [...state.unreadable.keys()],
    next,
  };
}

function placeOf(cursor: string, listing: string): { kind: string; key: string } {
  const place = positionOf(cursor, listing);
  if (place === 'MALFORMED' || place === 'FOREIGN' || place.key === null)
    throw invalid(
      'cursor',
      'must be the `nextCursor` of the page before, with the same kind. Start again without a cursor',
    );
  return { kind: place.key, key: place.tie };
}
