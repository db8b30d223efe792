import { Failure } from '../failure.ts';
import type { Account, Steps } from '../platform/steps.ts';
import type { Tx } from '../platform/tx.ts';
import { hasOwnKeys, isSingle, type Kind, type Kinds } from './kinds.ts';
import { keyOfParts, suggestedKeys } from './keys.ts';
import { type ReferenceOf, type Spec, specOf } from './projection.ts';
import type { ManagedRow } from './sql/managed-objects.ts';

type View = Readonly<Record<string, unknown>>;

/** An object that there is. */
export interface Known {
  kind: Kind;
  key: string;
  id: string;
  /** Its row, if an apply manages it. */
  row: ManagedRow | undefined;
  spec: Spec;
  /** The values of the path of its operations. */
  path: Readonly<Record<string, string>>;
  /** Whether it was made. A text of a mail that was not written has that of the release. */
  exists: boolean;
}

/** How many objects of a kind are read. */
const mostRead = 10_000;
const pageSize = '100';
/** How long the objects of a kind may take that were read, in milliseconds of CPU. */
const mostKept = 2_000;

export const nameOf = (kind: string, key: string): string => `${kind}/${key}`;

/** Returns `kind/key` of the object with an ID, if it is one of these kinds. @param names by `kind/ID` */
export function nameIn(
  names: ReadonlyMap<string, string>,
  id: string,
  kinds: readonly string[],
): string | undefined {
  for (const kind of kinds) {
    const name = names.get(nameOf(kind, id));
    if (name !== undefined) return name;
  }
  return undefined;
}

interface Reading {
  steps: Steps;
  bulk: Account;
  kinds: Kinds;
  rows: readonly ManagedRow[];
  /** Lets others be answered. */
  pause: () => Promise<void>;
  tx?: Tx | undefined;
}

/**
 * Reads the objects of a tenant by the lists of its kinds, as requests of the caller. Within a transaction the lists see what the transaction
 * has done.
 */
export class StateReader {
  readonly #reading: Reading;
  readonly kinds: Kinds;
  /** The objects, by `kind/key`. */
  readonly objects = new Map<string, Known>();
  /** Why the caller may not read a kind. */
  readonly unreadable = new Map<string, Failure>();
  /** Rows whose objects are gone. */
  readonly gone: ManagedRow[] = [];
  readonly #names = new Map<string, string>();
  /** The objects of each kind that was read, in the order of their keys. */
  readonly #read = new Map<string, readonly Known[]>();

  constructor(reading: Reading) {
    this.#reading = reading;
    this.kinds = reading.kinds;
  }

  /** Reads all objects of kinds, and of the kinds that these refer to. */
  async read(names: Iterable<string>): Promise<void> {
    const wanted = new Set<string>();
    const add = (name: string): void => {
      if (wanted.has(name)) return;
      wanted.add(name);
      this.kinds.get(name)?.refersTo.forEach(add);
    };
    for (const name of names) add(name);
    for (const kind of this.kinds.values())
      if (wanted.has(kind.kind) && !this.#read.has(kind.kind)) await this.#readKind(kind);
  }

  /** Returns the objects of a kind in the order of their keys. */
  ofKind(name: string): readonly Known[] {
    return this.#read.get(name) ?? [];
  }

  readonly referenceOf: ReferenceOf = (id, kinds) => nameIn(this.#names, id, kinds);

  async #readKind(kind: Kind): Promise<void> {
    this.#read.set(kind.kind, []);
    const { bulk, pause } = this.#reading;
    const rows = this.#reading.rows.filter((row) => row.kind === kind.kind);
    try {
      const views = await this.#viewsOf(kind);
      const found = await bulk.think(this.#keep(kind, rows, views), pause, { most: mostKept });
      this.#read.set(kind.kind, found);
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 403) throw error;
      this.unreadable.set(kind.kind, error);
    }
  }

  *#keep(kind: Kind, rows: readonly ManagedRow[], views: readonly View[]): Generator<undefined, Known[]> {
    const found = new Map(views.map((view) => [idOf(kind, view), view]));
    const kept: Known[] = [];
    const byId = new Map(rows.map((row) => [row.objectId, row]));
    const unnamed = [...found].filter(([id]) => !byId.has(id)).map(([id, view]) => ({ id, view }));
    const taken = new Set(rows.map(({ key }) => key));
    const keys = hasOwnKeys(kind)
      ? unnamed.map(({ view }) => keyOfParts(kind, view))
      : yield* suggestedKeys(kind, unnamed, taken);
    const keyOf = new Map(unnamed.map(({ id }, at) => [id, keys[at] as string]));
    for (const row of rows) if (!found.has(row.objectId)) this.gone.push(row);
    for (const [id, view] of found) {
      yield;
      const row = byId.get(id);
      const key = row?.key ?? keyOf.get(id) ?? '';
      const name = nameOf(kind.kind, key);
      // A path has the values of the fields that name the object.
      const values = kind.parts?.map((field) => String(view[field])) ?? [id];
      const known = {
        kind,
        key,
        id,
        row,
        spec: specOf(kind, view, this.referenceOf),
        path: Object.fromEntries(kind.parameters.map((parameter, at) => [parameter, values[at] ?? ''])),
        exists: kind.exists === undefined || view[kind.exists] === true,
      };
      kept.push(known);
      this.objects.set(name, known);
      this.#names.set(nameOf(kind.kind, id), name);
    }
    return kept.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  async #viewsOf(kind: Kind): Promise<View[]> {
    const { list, read } = kind.operations;
    if (isSingle(kind)) return [await this.#perform(read ?? '')];
    const views: View[] = [];
    let next: Record<string, string> | undefined = {};
    while (next) {
      const page = await this.#perform(list ?? '', { limit: pageSize, ...next });
      views.push(...(page['data'] as View[]));
      next = nextOf(page['pagination'] as Pagination);
      // A part of a kind would pass for the whole: objects would be made twice.
      if (next && views.length >= mostRead)
        throw new Failure('CONFIGURATION_KIND_TOO_LARGE', { kind: kind.kind, limit: mostRead });
    }
    return views;
  }

  async #perform(id: string, query: Record<string, string> = {}): Promise<View> {
    const { steps, bulk, tx } = this.#reading;
    bulk.read();
    return (await steps.read({ id, query }, tx)) as View;
  }
}

interface Pagination {
  page?: number;
  hasMore: boolean;
  nextCursor?: string;
}

function nextOf({ page = 1, hasMore, nextCursor }: Pagination): Record<string, string> | undefined {
  if (!hasMore) return undefined;
  return nextCursor === undefined ? { page: String(page + 1) } : { cursor: nextCursor };
}

/** Returns the ID of an object, or what stands for it: the parts of its name, or its kind. */
export function idOf(kind: Kind, view: View): string {
  if (kind.parts) return kind.parts.map((field) => String(view[field])).join('/');
  return kind.id === undefined ? kind.kind : String(view[kind.id]);
}
