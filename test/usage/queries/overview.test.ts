import { MikroORM } from '@mikro-orm/postgresql';
import { describe, expect } from 'vitest';
import { ormOptions } from '../../../mikro-orm.config.ts';
import { readSignInDays } from '../../../src/audit/sql/sealing.ts';
import { credentialsOverview, identitiesOverview } from '../../../src/credentials/sql/overview.ts';
import { readVerificationDays } from '../../../src/usage/sql/verification-days.ts';
import { countOpenAlerts } from '../../../src/risk/sql/open-alerts.ts';
import { usersOverview } from '../../../src/users/directory/sql/count-users.ts';
import {
  countDeadLetters,
  countTroubledWebhooks,
  webhooksWithDeadLetters,
} from '../../../src/webhooks/sql/troubled-webhooks.ts';
import { explaining } from '../../support/explain.ts';
import { test } from '../../support/service.ts';

const most = 100;

describe('the overview of a large tenant', () => {
  test('reads no more rows than it says, by indexes, and says that there are more', async ({ service }) => {
    const { sql, organizations, database } = service;
    const { orgId } = organizations.ours.live;
    // Triggers count rows for quotas, and this test needs none of it.
    for (const table of ['identities', 'credentials', 'users'])
      await sql(`alter table ${table} disable trigger user`);
    // The rows of another tenant stand between those of ours, or reading the whole table would be best.
    await sql(
      `insert into identities (org_id, id, name, type, risk_score)
       select case when n % 2 = 0 then $1 else $2 end, 'idn_' || n, 'bot', 'CI_CD', n % 101 from generate_series(1, 5000) n`,
      [orgId, organizations.theirs.live.orgId],
    );
    await sql(
      `insert into credentials (org_id, id, identity_id, name, type, secret_hash, secret_prefix, secret_last4)
       select org_id, 'cred_' || id, id, 'key', 'API_KEY', sha256(id::bytea), 'kd_live_', 'abcd' from identities where name = 'bot'`,
    );
    await sql(
      `insert into users (org_id, id, status, username)
       select case when n % 2 = 0 then $1 else $2 end, 'usr_' || n, 'ACTIVE', n::text from generate_series(1, 5000) n`,
      [orgId, organizations.theirs.live.orgId],
    );
    await sql(
      `insert into alerts (org_id, id, subject, title, severity, source_type, description, last_triggered_at, created_at, updated_at, status)
       select $1, 'alt_' || n, n::text, 'An alert', 'HIGH', 'WEBHOOK', '', now(), now(), now(), case when n % 20 = 0 then 'OPEN' else 'RESOLVED' end
         from generate_series(1, 5000) n`,
      [orgId],
    );
    await sql(
      `insert into webhooks (org_id, id, name, url, events, secret) values ($1, 'whk_1', 'hook', 'https://127.0.0.1:9/', '{*}', '')`,
      [orgId],
    );
    await sql(
      `insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, status, next_attempt_at, dead_letter_id, dead_lettered_at)
       select $1, 'dlv_' || n, 'whk_1', 'evt_' || n, 'user.created', now(), 'FAILED', null, 'dlq_' || n, now()
         from generate_series(1, 5000) n`,
      [orgId],
    );
    await sql(
      `insert into verification_days select 'org_' || n, now()::date - day, 'VALID', 1 from generate_series(1, 500) n, generate_series(0, 30) day`,
    );
    await sql(
      `insert into sign_in_days select 'org_' || n, now()::date - day, 1 from generate_series(1, 500) n, generate_series(0, 30) day`,
    );
    for (const table of ['identities', 'credentials', 'users', 'alerts', 'deliveries', 'sign_in_days'])
      await sql(`vacuum analyze ${table}`);
    await sql('vacuum analyze verification_days');
    const orm = await MikroORM.init(ormOptions(database));
    try {
      const { tx, explained } = explaining(orm.em.fork());
      const credentials = await credentialsOverview(tx, orgId, most);
      const identities = await identitiesOverview(tx, orgId, most);
      const users = await usersOverview(tx, orgId, most);
      const alerts = await countOpenAlerts(tx, orgId, most);
      const webhooks = await countTroubledWebhooks(tx, orgId, most);
      const letters = await countDeadLetters(tx, orgId, ['whk_1']);
      expect(letters('whk_1')).toBe(100);
      expect(await webhooksWithDeadLetters(tx, orgId)).toEqual(['whk_1']);
      await readVerificationDays(tx, 'org_7', 30);
      await readSignInDays(tx, 'org_7', 30);
      const capped = { isCapped: true };
      expect(credentials).toMatchObject({ byStatus: { ACTIVE: most + 1 }, ...capped });
      expect(identities).toMatchObject({ byStatus: { ACTIVE: most + 1 }, ...capped });
      expect(users).toMatchObject({ byStatus: { ACTIVE: most + 1 }, ...capped });
      expect(alerts).toMatchObject({ bySeverity: { HIGH: most + 1 }, ...capped });
      expect(webhooks).toMatchObject({ deadLetters: most + 1, ...capped });
      const tables = [
        'credentials',
        'identities',
        'users',
        'alerts',
        'deliveries',
        'verification_days',
        'sign_in_days',
      ];
      expect(explained.map(({ scanned }) => scanned.filter((table) => tables.includes(table)))).toEqual(
        explained.map(() => []),
      );
      expect(explained).toHaveLength(9);
      expect(Math.max(...explained.map(({ buffers }) => buffers))).toBeLessThan(500);
    } finally {
      await orm.close();
    }
  });
});
