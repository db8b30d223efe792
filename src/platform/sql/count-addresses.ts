import type { Pool } from 'pg';

export interface AddressWindow {
  address: string;
  /** Requests in this window, these ones included. */
  count: number;
  /** End of the window, in seconds since 1970. */
  resetAt: number;
  /** How long the window still lasts, by Postgres's clock. */
  secondsLeft: number;
}

/** Counts unauthenticated requests of addresses in windows of 60 seconds that start with the first one. */
export async function countAddresses(pool: Pool, requests: Map<string, number>): Promise<AddressWindow[]> {
  const sorted = [...requests].sort(([a], [b]) => (a < b ? -1 : 1));
  const { rows } = await pool.query<AddressWindow>({
    name: 'count-addresses',
    text,
    values: [sorted.map(([address]) => address), sorted.map(([, count]) => count)],
  });
  return rows;
}

const text = `
insert into address_windows as w (address, started_at, count)
select asked.address, now(), asked.count
  from unnest($1::text[], $2::int[]) as asked (address, count) order by asked.address
on conflict (address) do update
   set started_at = case when w.started_at > now() - interval '60 s' then w.started_at else now() end,
       count = case when w.started_at > now() - interval '60 s' then w.count else 0 end + excluded.count
returning address, count,
          ceil(extract(epoch from started_at + interval '60 s'))::float8 as "resetAt",
          greatest(extract(epoch from started_at + interval '60 s' - now()), 0)::float8 as "secondsLeft"`;
