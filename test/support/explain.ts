import type { EntityManager } from '@mikro-orm/postgresql';

export interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Plan[];
}

/** What a statement did. */
export interface Explained {
  text: string;
  indexes: string[];
  /** Tables that were read from end to end. */
  scanned: string[];
  types: string[];
  /** Pages that were looked at. */
  buffers: number;
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Runs every statement that is executed by an entity manager, explains it, and keeps what it did. */
export function explaining(em: EntityManager): { em: EntityManager; explained: Explained[] } {
  const explained: Explained[] = [];
  const execute = async (text: string, values: unknown[] | Record<string, unknown>) => {
    await em.begin();
    const [row] = await em.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    );
    // A change must not be made twice.
    await em.rollback();
    if (!row) throw new Error('no plan');
    const { Plan: plan } = row['QUERY PLAN'][0];
    const nodes = nodesOf(plan);
    explained.push({
      text,
      indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
      scanned: nodes.flatMap((node) =>
        node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [],
      ),
      types: nodes.map((node) => node['Node Type']),
      buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    });
    return em.execute(text, values);
  };
  return { em: { execute } as unknown as EntityManager, explained };
}
