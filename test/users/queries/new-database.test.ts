import { expect } from 'vitest';
import { named, numbered, shared, sql } from '../../../src/lib/sql.ts';
import { readScimUsersNamed } from '../../../src/scim/sql/scim-resources.ts';
import {
  namesTaken,
  personByName,
  selectPersonNamed,
  userIdByEmail,
  userOfAddress,
} from '../../../src/users/directory/sql/names.ts';
import { newUserFacts } from '../../../src/users/directory/sql/new-user.ts';
import { explaining } from '../../support/explain.ts';
import { grow } from '../../support/grown.ts';
import { pagesRead } from '../../support/pages-read.ts';
import { test } from '../../support/scim-database.ts';

/** The number of users. A walk over them all reads more than two hundred pages. */
const many = 3_000;
const most = 100;

const names = [
  { username: 'person7', email: 'person7@example.com' },
  { username: 'café', email: 'u@bücher.example.' },
];

test('names are looked up by few pages of users that were never analyzed', async ({
  service,
  database: { orm, hot },
}) => {
  const { orgId } = service.organizations.ours.live;
  // Autovacuum would analyze them.
  await service.sql('alter table users set (autovacuum_enabled = false)');
  // A connection keeps the plan that it makes while there are no users, as it does for attempts at passwords.
  const typed = sql`${shared('person7@example.com')}::text`;
  const personNamed = numbered(named('person-named', selectPersonNamed(shared(orgId), typed)));
  const kept: Record<string, () => Promise<unknown>> = {
    'a typed name': () => hot.query(personNamed),
    'a name over SCIM': () => readScimUsersNamed(hot, orgId, ['person7'], { groups: false }),
  };
  await hot.query('set plan_cache_mode = force_generic_plan');
  for (const lookUp of Object.values(kept)) await lookUp();
  await grow(service.database, orgId, many, ['users']);
  const never = await service.sql(`select from pg_class where oid = 'users'::regclass and reltuples = -1`);
  expect(never).toHaveLength(1);

  // Planning reads pages, too.
  for (const lookUp of Object.values(kept)) await lookUp();
  for (const [name, lookUp] of Object.entries(kept))
    expect.soft(await pagesRead(hot, ['users'], lookUp), name).toBeLessThan(most);
  const { tx, explained } = explaining(orm.em.fork());
  for (const { username, email } of names) {
    await personByName(tx, orgId, username);
    await personByName(tx, orgId, email);
    await userIdByEmail(tx, orgId, email);
    await userOfAddress(tx, orgId, [email, `${email}.`]);
    await namesTaken(tx, orgId, { username, email }, 'usr_other');
    await newUserFacts(tx, orgId, { username, email, managerId: null });
  }
  for (const { buffers, indexes } of explained) expect.soft(buffers, indexes.join()).toBeLessThan(most);
});
