// Which values and nodes still need a master key, so that an operator knows when it can go.
import type { Pool } from 'pg';
import { countSealed, type NodeKey, nodeKeys, type SealedUnder } from '../platform/sql/master-keys.ts';
import { kinds } from './reseal-secrets.ts';

/** Columns whose values are not sealed again, because their rows end soon, and when. */
export const shortLived = [
  { table: 'oidc_artifacts', column: 'sealed', ends: 'expires_at' },
  { table: 'login_sessions', column: 'upstream_hint', ends: 'expires_at' },
  { table: 'federation_logouts', column: 'hint', ends: 'expires_at' },
  { table: 'federation_responses', column: 'kept', ends: 'expires_at' },
  { table: 'saml_requests', column: 'asked', ends: 'expires_at' },
  { table: 'saml_logouts', column: 'asked', ends: 'expires_at' },
] as const;

/** The values and nodes that need one key. */
export interface KeyState {
  keyId: string;
  columns: (Omit<SealedUnder, 'keyId'> & { column: string })[];
  nodes: NodeKey[];
}

/**
 * Lists, for each key of this installation and each other key that values name, what needs it. Looks for nodes before and after
 * the values are counted: a node that stopped meanwhile may have encrypted a value after its column was counted.
 */
export async function masterKeyState(pool: Pool, keyIds: readonly string[]): Promise<KeyState[]> {
  const states = new Map(
    keyIds.map((keyId): [string, KeyState] => [keyId, { keyId, columns: [], nodes: [] }]),
  );
  const stateOf = (keyId: string): KeyState => {
    const state = states.get(keyId) ?? { keyId, columns: [], nodes: [] };
    states.set(keyId, state);
    return state;
  };
  const before = await nodeKeys(pool);
  for (const place of [...kinds, ...shortLived])
    for (const { keyId, ...found } of await countSealed(pool, place))
      stateOf(keyId).columns.push({ column: `${place.table}.${place.column}`, ...found });
  const nodes = new Map([...before, ...(await nodeKeys(pool))].map((node) => [node.pid, node]));
  for (const node of nodes.values()) stateOf(node.keyId).nodes.push(node);
  return [...states.values()];
}

/** Tells what must happen before a key can be removed; nothing if it can go now. */
export function needOf({ columns, nodes }: KeyState): string | undefined {
  if (nodes.length > 0) return 'nodes encrypt with it: restart them with another first key';
  if (columns.some(({ until }) => until === null))
    return 'values stay encrypted with it: restart a node with ROLE=all or ROLE=worker, which encrypts them again';
  const last = columns
    .map(({ until }) => until ?? '')
    .toSorted()
    .at(-1);
  return last === undefined ? undefined : `the last value that it encrypts ends at ${last}`;
}
