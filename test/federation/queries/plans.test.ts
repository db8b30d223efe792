import { MikroORM } from '@mikro-orm/postgresql';
import { describe, expect } from 'vitest';
import { ormOptions } from '../../../mikro-orm.config.ts';
import { takeDueConnections } from '../../../src/federation/connections/sql/connections.ts';
import { findRival, takeDueDomains } from '../../../src/federation/domains/sql/domains.ts';
import { reachOf } from '../../../src/federation/connections/sql/reach.ts';
import { aUser } from '../../support/builders.ts';
import { aConnection } from '../../support/connections.ts';
import { explaining } from '../../support/explain.ts';
import { aGroup, somePeople } from '../../support/groups.ts';
import { test, type TestService } from '../../support/service.ts';

/** Runs work in a transaction that explains every statement. */
async function explained(
  service: TestService,
  work: (tx: ReturnType<typeof explaining>['tx']) => Promise<void>,
) {
  const orm = await MikroORM.init(ormOptions(service.database));
  try {
    const { tx, explained: statements } = explaining(orm.em.fork());
    await work(tx);
    return statements;
  } finally {
    await orm.close();
  }
}

/** Many connections beside one, with a domain and a linked user each. */
const many = `
with connections as (
  insert into federation_connections
  select (jsonb_populate_record(c, jsonb_build_object('id', c.id || n, 'next_check_at',
          case when n <= 3 then now() - interval '1 hour' else now() + interval '1 day' end))).*
    from federation_connections c, generate_series(1, 5000) as n where c.id = $1 returning org_id, id
)
insert into federation_domains (org_id, domain, connection_id, environment, value, status, next_check_at, last_checked_at)
select org_id, id || '.example', id, 'live', 'a value', 'VERIFIED',
       case when id like $1 || '499_' then now() - interval '1 hour' else now() + interval '1 day' end, now() from connections`;

describe('the statements of connections', () => {
  test('find what is due by an index, once', async ({ service }) => {
    const { ours, sql } = service;
    const { id } = await aConnection(ours);
    await sql(many, [id]);
    await sql(`update federation_connections set status = 'DISABLED' where id = $1`, [`${id}3`]);
    await sql('analyze federation_connections, federation_domains');
    const orgId = ours.orgId ?? '';
    const [connections, , domains, , rival] = await explained(service, async (tx) => {
      expect(await takeDueConnections(tx, orgId)).toHaveLength(2);
      expect(await takeDueConnections(tx, orgId)).toEqual([]);
      expect(await takeDueDomains(tx, orgId)).toHaveLength(10);
      expect(await takeDueDomains(tx, orgId)).toEqual([]);
      const other = { orgId: 'org_of_another', environment: 'live' } as const;
      expect(await findRival(tx, other, `${id}7.example`)).toMatchObject({ orgId, value: 'a value' });
    });
    expect(connections?.scanned).toEqual([]);
    expect(connections?.indexes).toContain('federation_connections_due');
    expect(domains?.scanned).toEqual([]);
    expect(domains?.indexes).toContain('federation_domains_due');
    expect(rival).toMatchObject({ indexes: ['federation_domains_verified'], scanned: [] });
  });

  test('find the rights of linked users without reading all users', async ({ service }) => {
    const { theirs: ours, sql } = service;
    const { id } = await aConnection(ours);
    const orgId = ours.orgId ?? '';
    for (let batch = 0; batch < 2; batch++) {
      await somePeople(service, 2_000, { orgId });
      // Or the checks of foreign keys go on by a plan for a few users, and read all of them.
      await sql('analyze users');
    }
    await sql(
      `insert into social_links (org_id, provider_id, subject, user_id)
       select $1, $2, id, id from users where org_id = $1 and email like '%@example.com'`,
      [orgId, id],
    );
    const admin = await aUser(ours, { roles: ['AUDITOR', 'MEMBER'] });
    const unlinked = await aUser(ours, { roles: ['OWNER'] });
    const [linked, mapped, other] = [
      await aGroup(ours, { scopes: ['webhooks.read'] }),
      await aGroup(ours, { scopes: ['audit.read'] }),
      await aGroup(ours, { scopes: ['keys.write'] }),
    ];
    for (const groupId of [linked, other])
      await ours.call('addGroupMembers', {
        path: { groupId },
        body: { userId: groupId === linked ? admin : unlinked },
      });
    await sql(
      `insert into social_links (org_id, provider_id, subject, user_id) values ($1, $2, 'admin', $3)`,
      [orgId, id, admin],
    );
    await sql('analyze users, social_links, groups, group_members');
    const [statement] = await explained(service, async (tx) => {
      const by = { connectionId: id, groupIds: [mapped], addedDomains: ['elsewhere.example'] };
      const { roles, scopes } = await reachOf(tx, orgId, by);
      expect(roles).toEqual(['AUDITOR']);
      expect(scopes.toSorted()).toEqual(['audit.read', 'webhooks.read']);
    });
    expect(statement?.scanned).not.toContain('users');
    expect(statement?.scanned).not.toContain('social_links');
    // The index has only the users with a role beside MEMBER.
    expect(statement?.indexes).toContain('users_with_role');
    expect(statement?.buffers).toBeLessThan(100);
  }, 60_000);
});
