import { Failure } from '../failure.ts';
import { isObject } from '../lib/object.ts';
import type { Steps } from '../platform/steps.ts';
import type { Tx } from '../platform/tx.ts';
import { isSame } from './canonical.ts';
import { only, pointerOf } from './desired.ts';
import type { Kind } from './kinds.ts';
import type { Change } from './planning.ts';
import { type ReferenceOf, type Spec, specOf, withReferences } from './projection.ts';
import { idOf, type Known, nameIn, nameOf, type StateReader } from './state.ts';

/** An object after its change. */
export interface Performed {
  id: string;
  /** Its fields as files have them now. */
  spec: Spec;
}

/** The IDs of objects, also of those that changes have made so far. */
export class Ids {
  readonly #made = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #state: StateReader;

  constructor(state: StateReader) {
    this.#state = state;
  }

  note(kind: Kind, key: string, id: string): void {
    this.#made.set(nameOf(kind.kind, key), id);
    this.#names.set(nameOf(kind.kind, id), nameOf(kind.kind, key));
  }

  readonly of = (name: string): string | undefined =>
    this.#made.get(name) ?? this.#state.objects.get(name)?.id;

  readonly referenceOf: ReferenceOf = (id, kinds) =>
    nameIn(this.#names, id, kinds) ?? this.#state.referenceOf(id, kinds);
}

interface Means {
  steps: Steps;
  tx: Tx;
  ids: Ids;
  /** Is told when the first statement of a change that is tried may run. An apply has none. */
  trial?: () => void;
}

/**
 * Makes a change by the operations of its kind.
 * @returns the object; undefined if it is deleted or released
 * @throws {Failure} the refusal of an operation, with JSON pointers into the request
 */
export async function perform(change: Change, means: Means): Promise<Performed | undefined> {
  try {
    return await performed(change, means);
  } catch (error) {
    throw error instanceof Failure ? placed(error, change) : error;
  }
}

async function performed(change: Change, { steps, tx, ids, trial }: Means): Promise<Performed | undefined> {
  const { action, kind, key, known, desired } = change;
  if (change.refusal) throw change.refusal;
  if ((action === 'ADOPT' || action === 'RELEASE') && known) {
    await requireManaging(known, { steps, tx });
    return action === 'ADOPT' ? { id: known.id, spec: known.spec } : undefined;
  }
  if (action === 'CHANGE' && known && !known.row) await requireManaging(known, { steps, tx });
  if (action === 'DELETE' && known && kind.operations.delete) {
    await steps.change({ id: kind.operations.delete, path: known.path }, tx, { trial });
    return undefined;
  }
  if (!desired) throw new Error(`${action} has nothing to make`);
  const { create, update } = kind.operations;
  const keep = (view: unknown): Performed => {
    if (!isObject(view)) throw new Error(`${kind.kind} shows nothing after its change`);
    const id = known?.id ?? idOf(kind, view);
    ids.note(kind, key, id);
    return { id, spec: specOf(kind, view, ids.referenceOf) };
  };
  if (action === 'CREATE' && create) {
    const body = withReferences(kind, only(desired.sent, kind.created), ids.of);
    const made = keep(await steps.change({ id: create, body }, tx, { trial }));
    const due = (kind.later ?? []).filter(
      (field) => Object.hasOwn(desired.sent, field) && !isSame(made.spec[field], desired.spec[field]),
    );
    if (due.length === 0) return made;
    const path = { [kind.parameters[0] ?? 'id']: made.id };
    return keep(await steps.change({ id: update, path, body: only(desired.spec, due) }, tx, { trial }));
  }
  if (!known) throw new Error(`${kind.kind}/${key} is not known`);
  const body = withReferences(kind, bodyOf(change, known.spec), ids.of);
  return keep(await steps.change({ id: update, path: known.path, body }, tx, { trial }));
}

/**
 * Requires the rights to change and to delete an object. An object that is adopted is deleted by the next apply that prunes, with the rights of another
 * caller.
 */
async function requireManaging(
  { kind, path, exists }: Known,
  { steps, tx }: Pick<Means, 'steps' | 'tx'>,
): Promise<void> {
  steps.require(kind.operations.update);
  const { delete: remove } = kind.operations;
  if (remove === undefined) return;
  if (!exists) return steps.require(remove);
  try {
    await steps.judge({ id: remove, path }, tx);
  } catch (error) {
    // Guards keep the object from being deleted now. They say nothing about rights.
    if (!(error instanceof Failure) || error.status === 403 || error.status === 429 || error.status >= 500)
      throw error;
  }
}

/** Returns the body of a change: the fields that differ. An object that exists once is replaced as a whole. */
function bodyOf({ kind, desired, fields }: Change, present: Spec): Spec {
  if (!desired) return {};
  const wanted = { ...desired.spec, ...only(desired.sent, [...kind.secretFields, ...(kind.acts ?? [])]) };
  if (!kind.operations.create) return { ...present, ...wanted };
  const named = [...fields.map(({ field }) => field), ...(kind.acts ?? [])];
  return Object.fromEntries(
    Object.entries(only(wanted, named))
      .filter(([field]) => kind.changed.includes(field))
      .map(([field, value]) => [
        field,
        (kind.merged ?? []).includes(field) ? emptied(value, present[field]) : value,
      ]),
  );
}

/** Empties what an object has and the file has not, because the change merges the fields. */
function emptied(wanted: unknown, present: unknown): unknown {
  if (!isObject(wanted) || !isObject(present)) return wanted;
  const surplus = Object.entries(present).filter(([name]) => !Object.hasOwn(wanted, name));
  return { ...Object.fromEntries(surplus.map(([name, value]) => [name, emptyOf(value)])), ...wanted };
}

function emptyOf(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (!isObject(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, emptyOf(one)]));
}

/** Names the place of a refusal in the request. A limit and a fault keep what they say. */
export function placed(failure: Failure, { desired, kind, key }: Change): Failure {
  const { status, code, details } = failure;
  if (status === 429 || status >= 500) return failure;
  const object = nameOf(kind.kind, key);
  if (code !== 'VALIDATION_ERROR')
    return withDetails(failure, { ...details, object, ...(desired ? { at: desired.at } : {}) });
  const at = desired?.at ?? '';
  const fields = Object.entries(details).map(([field, allowed]) => [pointerOf(at, field), allowed]);
  return withDetails(failure, Object.fromEntries(fields));
}

/** Returns the same refusal with other details. Its class stays, which the steps around a handler ask for. */
function withDetails(failure: Failure, details: Record<string, unknown>): Failure {
  const copy = Object.create(Object.getPrototypeOf(failure) as object) as Failure;
  const { message, stack } = failure;
  return Object.defineProperties(Object.assign(copy, failure, { details, cause: failure }), {
    message: { value: message },
    stack: { value: stack },
  });
}
