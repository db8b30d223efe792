import { hash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { issueLink } from '../../../src/users/links/sql/send-link.ts';
import { explaining } from '../../support/explain.ts';
import { test } from '../../support/scim-database.ts';

/** As many links of other addresses as an hour of a large tenant has. */
const many = `
insert into mailed_links (org_id, id, purpose, asked_hash, email, token_hash, expires_at)
select $1, gen_random_uuid(), 'CREATE_ACCOUNT', sha256(n::text::bytea), n || '@example.com', sha256(n::text::bytea), now() + interval '1 hour'
  from generate_series(1, 5000) n`;

test('a link for an address that no user has finds the other links to the address by index', async ({
  service,
  database,
}) => {
  const { orgId } = service.organizations.ours.live;
  await service.sql(many, [orgId]);
  const id = randomUUID();
  await service.sql(
    `insert into mailed_links (org_id, id, purpose, asked_hash, expires_at)
     values ($1, $2, 'CREATE_ACCOUNT', sha256('asked'), now() + interval '1 hour')`,
    [orgId, id],
  );
  await service.sql('analyze mailed_links');
  const { tx, explained } = explaining(database.orm.em.fork());
  const link = { id, tokenHash: hash('sha256', 'token', 'buffer'), recipient: undefined, maxPerHour: 5 };
  expect(await issueLink(tx, orgId, { ...link, email: 'New@Example.com' })).toBe(true);
  const [issued] = explained.filter(({ text }) => text.includes('update mailed_links'));
  expect(issued?.scanned).toEqual([]);
  expect(issued?.indexes).toContain('mailed_links_to');
  expect(issued?.buffers).toBeLessThan(60);
});
