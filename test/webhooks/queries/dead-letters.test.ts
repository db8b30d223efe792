import { MikroORM } from '@mikro-orm/postgresql';
import { expect } from 'vitest';
import { ormOptions } from '../../../mikro-orm.config.ts';
import { countDeadLetters, webhooksWithDeadLetters } from '../../../src/webhooks/sql/troubled-webhooks.ts';
import { explaining } from '../../support/explain.ts';
import { test } from '../../support/service.ts';

test('a page of webhooks reads at most a hundred dead letters of each, by their index', async ({
  service,
}) => {
  const { sql, organizations, database } = service;
  const { orgId } = organizations.ours.live;
  await sql(
    `insert into webhooks (org_id, id, name, url, events, secret)
     select $1, 'whk_' || n, 'hook', 'https://127.0.0.1:9/', '{*}', '' from generate_series(1, 20) n`,
    [orgId],
  );
  // A fourth of the deliveries of ten webhooks are dead letters.
  await sql(
    `insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, status, next_attempt_at, dead_letter_id, dead_lettered_at)
     select $1, 'dlv_' || n, 'whk_' || 1 + n % 20, 'evt_' || n, 'user.created', now(), 'FAILED', null,
            case when dead then 'dlq_' || n end, case when dead then now() end
       from generate_series(1, 20000) n, lateral (select n % 20 < 10 and n % 80 < 20 as dead) as d`,
    [orgId],
  );
  await sql('vacuum analyze deliveries');
  const [filled] = await sql<{ name: string }>(
    'select distinct tableoid::regclass::text as name from deliveries',
  );
  const orm = await MikroORM.init(ormOptions(database));
  try {
    const { tx, explained } = explaining(orm.em.fork());
    const ids = Array.from({ length: 20 }, (_, n) => `whk_${n + 1}`);
    const letters = await countDeadLetters(tx, orgId, ids);
    expect(ids.map(letters)).toEqual(ids.map((_, n) => (n < 10 ? 100 : 0)));
    expect((await webhooksWithDeadLetters(tx, orgId)).sort()).toEqual(ids.slice(0, 10).sort());
    for (const { indexes, scanned, buffers } of explained) {
      expect(indexes).toContainEqual(expect.stringMatching(/^deliveries_\d+.*dead_letter/));
      expect(scanned).not.toContain(filled?.name);
      expect(buffers).toBeLessThan(1_500);
    }
  } finally {
    await orm.close();
  }
});
