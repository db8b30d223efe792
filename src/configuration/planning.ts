import { Failure } from '../failure.ts';
import { isSame, markOf } from './canonical.ts';
import { type Desired, isPlain } from './desired.ts';
import type { Kind, Kinds } from './kinds.ts';
import type { Spec } from './projection.ts';
import type { ManagedRow } from './sql/managed-objects.ts';
import { type Known, nameOf, type StateReader } from './state.ts';

export type Action = 'CREATE' | 'CHANGE' | 'ADOPT' | 'DELETE' | 'RELEASE';

/** A field that differs. A secret has no values. */
export interface Difference {
  field: string;
  from?: unknown;
  to?: unknown;
  secret?: true;
}

/** A change of one object. */
export interface Change {
  action: Action;
  kind: Kind;
  key: string;
  known?: Known;
  desired?: Desired;
  fields: Difference[];
  /** Why it cannot be made, as far as no request is needed to know. */
  refusal?: Failure;
}

/** Hashes of applied secrets, by field. */
export type SecretMarks = Readonly<Record<string, string>>;

export interface Plan {
  changes: Change[];
  unchanged: number;
  /** Rows whose objects are gone, and that no object of the request has. */
  gone: ManagedRow[];
}

interface Options {
  kinds: Kinds;
  prune: boolean;
  /** The kinds that `prune` is about; all if undefined. */
  pruned: readonly string[] | undefined;
  /** Opens the hashes of a row. */
  secretsOf: (row: ManagedRow | undefined) => SecretMarks;
}

/** Compares objects with what there is. The changes are in the order in which they can be made. */
export function* planOf(
  desired: readonly Desired[],
  state: StateReader,
  rows: readonly ManagedRow[],
  options: Options,
): Generator<undefined, Plan> {
  const changes: Change[] = [];
  let unchanged = 0;
  for (const one of desired.toSorted((a, b) => a.kind.order - b.kind.order)) {
    yield;
    const change = changeOf(one, state, options.secretsOf);
    if (change) changes.push(change);
    else unchanged++;
  }
  const wanted = new Set(desired.map(({ kind, key }) => nameOf(kind.kind, key)));
  const left = rows.filter((row) => !wanted.has(nameOf(row.kind, row.key)));
  if (options.prune) changes.push(...deletionsOf(left, state, options));
  return { changes, unchanged, gone: state.gone.filter((row) => !wanted.has(nameOf(row.kind, row.key))) };
}

function changeOf(desired: Desired, state: StateReader, secretsOf: Options['secretsOf']): Change | undefined {
  const { kind, key } = desired;
  const unreadable = state.unreadable.get(kind.kind);
  if (unreadable) return { action: 'CHANGE', kind, key, desired, fields: [], refusal: unreadable };
  const known = state.objects.get(nameOf(kind.kind, key));
  if (!known?.exists) {
    const fields = [
      ...Object.keys(desired.spec)
        .filter((field) => Object.hasOwn(desired.sent, field))
        .map((field) => ({ field, to: desired.spec[field] })),
      ...[...desired.secrets.keys()].map((field) => ({ field, secret: true as const })),
    ];
    return { action: 'CREATE', kind, key, desired, fields, ...(known ? { known } : {}) };
  }
  const fields = differences(desired, known, secretsOf(known.row));
  if (fields.length === 0)
    return known.row ? undefined : { action: 'ADOPT', kind, key, known, desired, fields };
  const fixed = fields.filter(({ field }) => (kind.immutable ?? []).includes(field));
  const refusal =
    fixed.length > 0
      ? new Failure('CONFIGURATION_FIELD_FIXED', {
          fields: fixed.map(({ field }) => `${desired.at}/spec/${field}`),
        })
      : undefined;
  return { action: 'CHANGE', kind, key, known, desired, fields, ...(refusal ? { refusal } : {}) };
}

function differences(
  { kind, spec, sent, secrets }: Desired,
  known: Known,
  applied: SecretMarks,
): Difference[] {
  const { marks = {} } = known.row ?? {};
  const found: Difference[] = [];
  for (const [field, to] of Object.entries(spec)) {
    const isUnseen = (kind.unseen ?? []).includes(field);
    const from = known.spec[field];
    const [given, kept] = marks[field] ?? [];
    // The service may keep another form of a value. It is the same as long as neither the file nor the object changes.
    const isMarked = given !== undefined && given === markOf(to) && (isUnseen || kept === markOf(from));
    if (isMarked || (!isUnseen && isSame(from, to))) continue;
    // A field that only a creation takes, and that the file does not name, has no opinion.
    if ((kind.immutable ?? []).includes(field) && !Object.hasOwn(sent, field)) continue;
    found.push(isUnseen ? { field, to } : { field, from, to });
  }
  for (const [field, given] of secrets) {
    const isKnown = applied[field] !== undefined;
    if (isPlain(given) ? applied[field] === markOf(given) : isKnown) continue;
    found.push({ field, secret: true });
  }
  return found;
}

function deletionsOf(left: readonly ManagedRow[], state: StateReader, { kinds, pruned }: Options): Change[] {
  const found = left.flatMap((row): Change[] => {
    const kind = kinds.get(row.kind);
    const known = state.objects.get(nameOf(row.kind, row.key));
    if (!kind || !known || (pruned && !pruned.includes(row.kind))) return [];
    const action = kind.operations.delete && known.exists ? 'DELETE' : 'RELEASE';
    return [{ action, kind, key: row.key, known, fields: [] }];
  });
  return found.toSorted((a, b) => b.kind.order - a.kind.order);
}

/** Returns the hashes of the fields that the service keeps in another form than the file has them. */
export function marksOf({ kind, spec }: Desired, kept: Spec): ManagedRow['marks'] {
  const different = Object.entries(spec).filter(
    ([field, given]) => (kind.unseen ?? []).includes(field) || !isSame(given, kept[field]),
  );
  return Object.fromEntries(different.map(([field, given]) => [field, [markOf(given), markOf(kept[field])]]));
}
