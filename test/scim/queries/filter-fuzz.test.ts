import { describe, expect } from 'vitest';
import type { Database } from '../../../src/database/open.ts';
import { sql } from '../../../src/lib/sql.ts';
import { bindFilter } from '../../../src/scim/protocol/bind.ts';
import { parseFilter } from '../../../src/scim/protocol/filter.ts';
import { groupType, type ResourceType, userType } from '../../../src/scim/protocol/schema.ts';
import { listScimUsers } from '../../../src/scim/scim-lists.ts';
import { saveUserValues } from '../../../src/users/directory/sql/attributes.ts';
import type { User } from '../../../src/users/directory/entities/user.ts';
import { compileFilter } from '../../../src/scim/sql/scim-filter.ts';
import { asLocked } from '../../support/locks.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { test } from '../../support/scim-database.ts';
import {
  aTree,
  type Resource,
  selects,
  textOf,
  type Tree,
  type Vocabulary,
} from '../../support/scim-oracle.ts';
import { aGroupOf, aPerson, vocabularyOfGroups, vocabularyOfPeople } from '../../support/scim-people.ts';
import type { TestService } from '../../support/service.ts';
import { rounds } from '../../support/thorough.ts';
import type { Tx } from '../../../src/platform/tx.ts';

/** SCIM_FUZZ_TIMES=20 makes it that many times 5,000 filters. CI tries 1,500, other runs 500. TEST_SEED repeats a run. */
const seed = Number(process.env['TEST_SEED']);
const peopleCount = 300;
const times = Number(process.env['SCIM_FUZZ_TIMES'] ?? rounds(1, 0.3, 0.1));
const expressionsOfUsers = 4_000 * times;
const expressionsOfGroups = 1_000 * times;
const expressionsOfLists = 300 * times;
const perStatement = 100;

interface Directory {
  orgId: string;
  people: Resource[];
  groups: Resource[];
  ofPeople: Vocabulary;
  ofGroups: Vocabulary;
}

async function insertRows({ sql }: TestService, table: string, orgId: string, rows: object[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  await sql(
    `insert into ${table} (org_id, ${names.join(', ')})
     select $1, ${names.join(', ')} from jsonb_populate_recordset(null::${table}, $2::jsonb)`,
    [orgId, JSON.stringify(rows)],
  );
}

async function fill(service: TestService, tx: Tx, chance: Random): Promise<Directory> {
  const { sql, organizations } = service;
  const { orgId } = organizations.ours.live;
  const people = Array.from({ length: peopleCount }, (_, place) => aPerson(chance, place));
  await insertRows(
    service,
    'users',
    orgId,
    people.map(({ columns, scim }) => ({ ...columns, scim })),
  );
  for (const { columns, values } of people) {
    const user = asLocked<User>({ orgId, id: String(columns['id']) });
    await saveUserValues(tx, user, values);
  }
  const userIds = people.map(({ columns }) => String(columns['id']));
  const groups = Array.from({ length: 40 }, (_, place) => aGroupOf(chance, place, userIds));
  await insertRows(
    service,
    'groups',
    orgId,
    groups.map(({ columns }) => columns),
  );
  await sql(
    `insert into group_members (org_id, group_id, user_id)
     select $1, g.id, u.id from jsonb_to_recordset($2::jsonb) as g (id text, members jsonb),
            lateral jsonb_array_elements_text(g.members) as u (id)`,
    [orgId, JSON.stringify(groups)],
  );
  const resources = new Map(people.map(({ resource }) => [String(resource['id']), resource]));
  for (const { id, displayName, members } of groups) {
    for (const member of members) {
      const mine = resources.get(member)?.['groups'];
      if (Array.isArray(mine)) mine.push({ value: id, display: displayName });
    }
  }
  // Users that SCIM deleted, and another tenant with the very same users: a filter finds neither.
  await sql(
    `insert into users (org_id, id, status, username, display_name, scim, released_at)
     select org_id, 'usr_released' || id, 'DEPROVISIONED', username, display_name, scim, now() from users
      where org_id = $1 limit 50`,
    [orgId],
  );
  await sql(
    `insert into users (org_id, id, status, username, display_name, external_id, scim)
     select $2, id, status, username, display_name, external_id, scim from users
      where org_id = $1 and released_at is null`,
    [orgId, organizations.theirs.live.orgId],
  );
  await sql(
    `insert into user_values (org_id, user_id, attribute, place, leads, data)
     select $2, user_id, attribute, place, leads, data from user_values where org_id = $1`,
    [orgId, organizations.theirs.live.orgId],
  );
  await sql('analyze users, user_values, groups, group_members');
  const groupIds = groups.map(({ id }) => id);
  return {
    orgId,
    people: people.map(({ resource }) => resource),
    groups: groups.map(({ resource }) => resource),
    ofPeople: vocabularyOfPeople(people, groupIds),
    ofGroups: vocabularyOfGroups(groupIds, userIds),
  };
}

interface Expression {
  tree: Tree;
  text: string;
}

const comparisons = (tree: Tree): number => {
  if (tree.op === 'and' || tree.op === 'or')
    return tree.terms.reduce((sum, term) => sum + comparisons(term), 0);
  return tree.op === 'not' || tree.op === 'element' ? comparisons(tree.term) : 1;
};

/** Draws an expression that keeps the limits of filters. */
function anExpression(vocabulary: Vocabulary, chance: Random): Expression {
  for (;;) {
    const tree = aTree(vocabulary, chance);
    const text = textOf(tree, chance);
    if (comparisons(tree) <= 64 && text.length <= 4096) return { tree, text };
  }
}

const boundOf = (type: ResourceType, text: string) => bindFilter(type, parseFilter(text));

/** The ids that each expression selects, all found by one statement. */
async function selected(
  tx: Tx,
  { orgId }: Directory,
  type: ResourceType,
  texts: readonly string[],
): Promise<string[][]> {
  const from = type === userType ? sql`users r where r.released_at is null and` : sql`groups r where`;
  const parts = texts.map((text, at) => {
    const condition = compileFilter(type, boundOf(type, text), orgId);
    return sql`select ${at} as at, array(select r.id from ${from} r.org_id = ${orgId} and ${condition}) as ids`;
  });
  const rows = await tx.rows<{ at: number; ids: string[] }>(sql.join(parts, ' union all '));
  const found: string[][] = texts.map(() => []);
  for (const { at, ids } of rows) found[at] = ids.toSorted();
  return found;
}

const expectedOf = ({ tree }: Expression, resources: readonly Resource[]): string[] =>
  resources
    .filter((resource) => selects(tree, resource))
    .map((resource) => String(resource['id']))
    .toSorted();

interface Run {
  type: ResourceType;
  resources: readonly Resource[];
  vocabulary: Vocabulary;
  count: number;
}

/** @returns what differs, and how many expressions selected some and not all */
async function differences(tx: Tx, directory: Directory, run: Run, chance: Random) {
  const wrong: object[] = [];
  let telling = 0;
  for (let done = 0; done < run.count && wrong.length < 3; done += perStatement) {
    const expressions = Array.from({ length: perStatement }, () => anExpression(run.vocabulary, chance));
    const found = await selected(
      tx,
      directory,
      run.type,
      expressions.map(({ text }) => text),
    );
    for (const [at, expression] of expressions.entries()) {
      const expected = expectedOf(expression, run.resources);
      if (expected.length > 0 && expected.length < run.resources.length) telling++;
      const got = found[at] ?? [];
      if (JSON.stringify(got) === JSON.stringify(expected)) continue;
      const missing = expected.filter((id) => !got.includes(id));
      const surplus = got.filter((id) => !expected.includes(id));
      const [differing] = [...missing, ...surplus];
      wrong.push({
        seed,
        filter: expression.text,
        missing: missing.length,
        surplus: surplus.length,
        example: run.resources.find(({ id }) => id === differing),
      });
    }
  }
  return { wrong, telling };
}

describe('compileFilter', () => {
  const chance = randomFrom(seed);
  let filled: Promise<Directory> | undefined;
  const ready = (service: TestService, database: Database) =>
    (filled ??= fill(service, database.orm.em.fork(), chance));

  test('selects the people that a second reading of random filters selects', {
    timeout: 120_000 * Math.max(1, times),
  }, async ({ service, database }) => {
    const directory = await ready(service, database);
    const { wrong, telling } = await differences(
      database.orm.em.fork(),
      directory,
      {
        type: userType,
        resources: directory.people,
        vocabulary: directory.ofPeople,
        count: expressionsOfUsers,
      },
      chance,
    );
    expect(wrong).toEqual([]);
    // Filters that select no user or every user would agree by accident.
    expect(telling).toBeGreaterThan(expressionsOfUsers / 3);
  });

  test('selects the groups that it selects', { timeout: 120_000 * Math.max(1, times) }, async ({
    service,
    database,
  }) => {
    const directory = await ready(service, database);
    const { wrong, telling } = await differences(
      database.orm.em.fork(),
      directory,
      {
        type: groupType,
        resources: directory.groups,
        vocabulary: directory.ofGroups,
        count: expressionsOfGroups,
      },
      chance,
    );
    expect(wrong).toEqual([]);
    expect(telling).toBeGreaterThan(expressionsOfGroups / 3);
  });

  test('selects the same in lists, with their number', { timeout: 30_000 * Math.max(1, times) }, async ({
    service,
    database,
  }) => {
    const directory = await ready(service, database);
    const tx = database.orm.em.fork();
    for (let done = 0; done < expressionsOfLists; done++) {
      const expression = anExpression(directory.ofPeople, chance);
      const filter = boundOf(userType, expression.text);
      const { rows, total } = await listScimUsers(tx, directory.orgId, {
        type: userType,
        filter,
        page: { startIndex: 1, count: 5 },
        groups: false,
      });
      const expected = expectedOf(expression, directory.people);
      expect({ seed, filter: expression.text, total, ids: rows.map(({ id }) => id) }).toEqual({
        seed,
        filter: expression.text,
        total: expected.length,
        ids: expected.slice(0, 5),
      });
    }
  });
});
