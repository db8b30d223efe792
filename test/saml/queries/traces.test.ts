import pg from 'pg';
import { describe, expect } from 'vitest';
import { sweepRequests } from '../../../src/workers/sql/retention.ts';
import { test, type TestService } from '../../support/service.ts';
import { aServiceProvider } from '../../support/service-providers.ts';

const [providers, surplus] = [30, 100];

/** Copies of a service provider, each with more verified traces than are kept. */
async function manyTraces({ sql }: TestService, orgId: string, id: string): Promise<void> {
  const [row] = await sql<{ names: string }>(
    `select string_agg(column_name, ', ') as names from information_schema.columns
      where table_name = 'saml_service_providers' and column_name not in ('id', 'entity_id')`,
  );
  await sql(
    `insert into saml_service_providers (id, entity_id, ${row?.names})
     select 'sp_' || n, 'https://app.example.com/' || n, ${row?.names} from saml_service_providers, generate_series(1, $2::int) n
      where id = $1`,
    [id, providers],
  );
  await sql(
    `insert into saml_traces (org_id, id, service_provider_id, at, verified, outcome, facts)
     select $1, 'trc_' || s || '_' || n, 'sp_' || s, now() - n * interval '1 second', true, 'ACCEPTED', '{}'
       from generate_series(1, $2::int) s, generate_series(1, 1000 + $3::int) n`,
    [orgId, providers, surplus],
  );
  await sql('vacuum analyze saml_traces');
}

describe('trimming traces', () => {
  test('reads the traces of each service provider once', async ({ service }) => {
    const { orgId } = service.organizations.ours.live;
    await manyTraces(service, orgId, (await aServiceProvider(service.ours)).id);
    await service.sql('select pg_stat_reset()');
    const pool = new pg.Pool({ connectionString: service.database });
    await sweepRequests(pool);
    // A connection tells its counts when it ends.
    await pool.end();
    const [left] = await service.sql<{ traces: number }>('select count(*)::int as traces from saml_traces');
    expect(left).toEqual({ traces: providers * 1000 });
    const read = async () => {
      const [row] = await service.sql<{ entries: number }>(
        `select (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'saml_traces')::int as entries`,
      );
      return row?.entries ?? 0;
    };
    await expect.poll(read).toBeGreaterThan(0);
    expect(await read()).toBeLessThan(3 * providers * (1000 + surplus));
  });
});
