import { hash } from 'node:crypto';
import type { Grantor } from '../platform/grants.ts';
import { canonical } from './canonical.ts';
import type { Desired, Sent } from './desired.ts';
import type { Kinds } from './kinds.ts';
import { replaceAt } from './paths.ts';
import type { Plan } from './planning.ts';
import type { ManagedRow } from './sql/managed-objects.ts';
import { nameOf, type StateReader } from './state.ts';

/** A request for a plan, or for an apply of it. */
export interface Asked {
  objects: readonly Sent[];
  prune: boolean;
  kinds?: readonly string[] | undefined;
}

/**
 * Returns what stands for the objects of a request, the objects that there are, and the caller. It has no secrets, because a plan has
 * none.
 */
export function fingerprintOf(
  { objects, prune, kinds: pruned }: Asked,
  { changes, desired }: Plan & { desired: readonly Desired[] },
  {
    state,
    rows,
    kinds,
    caller,
  }: { state: StateReader; rows: readonly ManagedRow[]; kinds: Kinds; caller: Grantor & { orgId: string } },
): string {
  const stateOf = (name: string): unknown => {
    const known = state.objects.get(name);
    return known ? [name, known.id, known.row !== undefined, known.exists, known.spec] : [name];
  };
  const content = {
    caller: [caller.orgId, caller.actor.type, caller.actor.id, caller.scopes.toSorted()],
    prune,
    pruned: pruned?.toSorted(),
    objects: objects.map(({ kind, key, spec }) => [kind, key, withoutSecrets(kinds, kind, spec)]),
    state: objects.map(({ kind, key }) => stateOf(nameOf(kind, key))),
    others: changes
      .filter(({ desired }) => !desired)
      .map(({ action, kind, key }) => [action, stateOf(nameOf(kind.kind, key))]),
    // A name that another object has now means another reference.
    references: desired.map(({ refersTo }) => [...refersTo]),
    unreadable: [...state.unreadable.keys()],
    rows: rows.length,
  };
  return hash('sha256', canonical(content), 'hex');
}

/** Writes the placeholder of a plan in place of each secret. */
const withoutSecrets = (kinds: Kinds, kind: string, spec: Sent['spec']): unknown =>
  (kinds.get(kind)?.secrets?.given ?? []).reduce<unknown>(
    (left, path) => replaceAt(left, path, (value) => (value === null ? null : { secret: true })),
    spec,
  );
