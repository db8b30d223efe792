// Samples of a soak at each minute, and its verdict over the second half (docs/scaling.md).
import { readdirSync } from 'node:fs';
import type pg from 'pg';
import type { Child } from '../frame/children.ts';
import { median } from '../frame/report.ts';
import type { Memory } from '../servers/memory.ts';

export interface TableSize {
  name: string;
  bytes: number;
  live: number;
  dead: number;
}

export interface Sample {
  /** Minutes since the load began. */
  at: number;
  /** In MB, after a full garbage collection. */
  heap: number;
  resident: number;
  descriptors: number;
  connections: number;
  dead: number;
  tables: TableSize[];
}

/** Takes a sample of a node and its database. */
export async function takeSample(node: Child<object>, probe: pg.Client, at: number): Promise<Sample> {
  const pid = await node.ask<number>('pid');
  const { kept, resident } = await node.ask<Memory>('collected');
  const { rows: tables } = await probe.query<TableSize>(sizes);
  const { rows: sessions } = await probe.query<{ count: number }>(connections);
  return {
    at,
    heap: kept,
    resident,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    connections: sessions[0]?.count ?? 0,
    dead: tables.reduce((sum, { dead }) => sum + dead, 0),
    tables,
  };
}

const connections = `
select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;

// A partition counts for its parent.
const sizes = `
select coalesce(p.inhparent::regclass, s.relid::regclass)::text as name, sum(pg_total_relation_size(s.relid))::float8 as bytes,
       sum(s.n_live_tup)::float8 as live, sum(s.n_dead_tup)::float8 as dead
  from pg_stat_user_tables s left join pg_inherits p on p.inhrelid = s.relid
 group by 1`;

export interface Verdict {
  what: string;
  /** The median of the second half. */
  middle: number;
  /** By how much the value grew in the second half, by its slope. */
  growth: number;
  bound: number;
  passed: boolean;
}

/** How much each value may grow in the second half: a share of its median, but at least so much. */
const bounds = [
  { what: 'heap after GC, MB', share: 0.05, least: 4 },
  { what: 'resident memory, MB', share: 0.1, least: 20 },
  // Connections of clients come and go with the load.
  { what: 'open descriptors', share: 0.1, least: 40 },
  { what: 'connections', share: 0.1, least: 4 },
  { what: 'dead rows', share: 0.5, least: 25_000 },
] as const;

const valueOf: Record<(typeof bounds)[number]['what'], (sample: Sample) => number> = {
  'heap after GC, MB': ({ heap }) => heap,
  'resident memory, MB': ({ resident }) => resident,
  'open descriptors': ({ descriptors }) => descriptors,
  connections: (sample) => sample.connections,
  'dead rows': ({ dead }) => dead,
};

/** A smaller table says nothing: one page more is much of it. */
const leastBytes = 4e6;
const mostBloat = 0.25;

/** Judges the second half of the samples. */
export function judge(samples: readonly Sample[]): Verdict[] {
  const half = samples.slice(Math.floor(samples.length / 2));
  const verdicts = bounds.map(({ what, share, least }) => {
    const points = half.map((sample) => [sample.at, valueOf[what](sample)] as const);
    const middle = median(points.map(([, value]) => value));
    return verdict(what, middle, growthOf(points), Math.max(share * middle, least));
  });
  const names =
    half
      .at(-1)
      ?.tables.filter(({ bytes }) => bytes > leastBytes)
      .map(({ name }) => name) ?? [];
  // A table may grow with its rows. Bytes that no row explains are bloat.
  const bloat = names.map((name) => {
    const points = half.flatMap(({ at, tables }) =>
      tables
        .filter((table) => table.name === name)
        .map(({ bytes, live }) => [at, bytes / Math.max(live, 1)] as const),
    );
    const middle = median(points.map(([, value]) => value));
    return verdict(`bytes for each row of ${name}`, middle, growthOf(points), mostBloat * middle);
  });
  return [...verdicts, ...bloat];
}

const verdict = (what: string, middle: number, growth: number, bound: number): Verdict => ({
  what,
  middle,
  growth,
  bound,
  passed: growth <= bound,
});

/** The median of the slopes of all pairs (Theil and Sen), times the length: single outliers do not count. */
export function growthOf(points: readonly (readonly [number, number])[]): number {
  const slopes = points.flatMap(([at, value], first) =>
    points.slice(first + 1).map(([later, other]) => (other - value) / (later - at)),
  );
  const [from] = points[0] ?? [0];
  const [to] = points.at(-1) ?? [0];
  return slopes.length === 0 ? 0 : median(slopes) * (to - from);
}
