import type { EntityManager } from '@mikro-orm/postgresql';
import { byTime, type ListPage, pageOfRows, type Window } from './page-of-rows.ts';

/** Reads the ids of a page of a table of findings, by their time of creation. `equal` maps columns to values; undefined ones are left out. */
export function idsOfPage(
  em: EntityManager,
  orgId: string,
  table: 'anomalies' | 'alerts',
  equal: Readonly<Record<string, string | undefined>>,
  sort: string,
  window: Window,
): Promise<ListPage<string>> {
  const conditions = Object.entries(equal).filter(([, value]) => value !== undefined);
  return pageOfRows<{ id: string }, string>(
    em,
    {
      from: `from ${table} where org_id = ?${conditions.map(([column]) => ` and ${column} = ?`).join('')}`,
      values: [orgId, ...conditions.map(([, value]) => value)],
      columns: 'id',
      order: byTime('created_at', 'id', sort),
      toRow: ({ id }) => id,
    },
    window,
  );
}

/** Puts entities into the order of their ids. */
export const inOrderOf = <Entity extends { id: string }>(
  ids: readonly string[],
  found: Entity[],
): Entity[] => {
  const byId = new Map(found.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};
