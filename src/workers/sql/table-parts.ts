/** How much of a table one run reads. */
export interface Part {
  /** How often a run comes. */
  everySeconds: number;
  pages: number;
}

/**
 * Returns a condition that selects one part of a table, and another part at the next run. A table of few pages is one part. Postgres
 * reads only this part, so a run costs the same for any size of the table. No index is needed, which every update of the column would
 * pay for. The clock of Postgres chooses the part, so nothing is kept between two runs. If a run is left out, the next round
 * reads its part.
 *
 * @param alias of the table in the statement
 */
export function partOf(table: string, alias: string, { everySeconds, pages }: Part): string {
  const parts = `greatest(ceil(pg_relation_size('${table}') / current_setting('block_size')::float8 / ${pages}), 1)`;
  const turn = `floor(extract(epoch from now()) / ${everySeconds})`;
  const from = `(${turn}::bigint % ${parts}::bigint) * ${pages}`;
  // A subquery is computed once, so that Postgres knows the pages before it reads any.
  const place = (page: string): string => `(select format('(%s,0)', ${page})::tid)`;
  return `${alias}.ctid >= ${place(from)} and ${alias}.ctid < ${place(`${from} + ${pages}`)}`;
}
