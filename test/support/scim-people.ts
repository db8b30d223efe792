import { newId } from '../../src/lib/id.ts';
import type { Random } from './random.ts';
import type { Leaf, Resource, Vocabulary } from './scim-oracle.ts';

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const own = 'urn:keyward:params:scim:schemas:extension:2.0:User';
const coreUser = 'urn:ietf:params:scim:schemas:core:2.0:User';
const coreGroup = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** Few of them, so that they meet: wildcards, quotes, both cases of several scripts, and what looks like syntax. */
const words = [
  '',
  'a',
  'A',
  'ab',
  'aB',
  'ABC',
  'abcd',
  'a%b',
  '%',
  '_',
  'a_c',
  '\\',
  'a\\b',
  '\\%',
  "O'Brien",
  '"',
  'say "hi"',
  '?',
  '??',
  '$1',
  ' ',
  'x y',
  '\n',
  'ä',
  'Ä',
  'Straße',
  'ΣΑΣ',
  'σασ',
  'Ünï',
  '日本',
  '😀',
  '😀b',
  'and',
  ')',
  ']',
  "'; drop table users; --",
  'constructor',
  '__proto__',
  'true',
  'null',
  '0',
] as const;

const word = (chance: Random): string =>
  chance.happens(0.7) ? chance.pick(words) : `${chance.pick(words)}${chance.pick(words)}`;

const maybe = (chance: Random): string | undefined => (chance.happens(0.6) ? word(chance) : undefined);

const someTimes = Array.from(
  { length: 12 },
  (_, at) => new Date(Date.UTC(2026, 0, 1 + at, 12, 0, 0, at * 83)),
);

const types = ['work', 'Work', 'home', 'other'];

const without = (resource: Resource): Resource =>
  Object.fromEntries(Object.entries(resource).filter(([, value]) => value !== undefined));

export interface Person {
  resource: Resource;
  /** Columns of the row of users. */
  columns: Record<string, unknown>;
  scim: Resource;
  values: Map<string, Resource[]>;
}

const lists = ['emails', 'phoneNumbers', 'ims', 'photos', 'addresses', 'roles', 'x509Certificates'];

/** A person as the database keeps them and as SCIM has them, side by side. */
export function aPerson(chance: Random, place: number): Person {
  const text = () => maybe(chance);
  const core = {
    displayName: text(),
    nickName: text(),
    title: text(),
    locale: text(),
    externalId: chance.happens(0.5) ? word(chance) : undefined,
  };
  const name = { familyName: text(), givenName: text() };
  const work = {
    employeeNumber: text(),
    department: text(),
    manager: chance.happens(0.3) ? word(chance) : undefined,
  };
  const stored = without({ profileUrl: text(), userType: text() });
  const storedName = without({ middleName: text(), formatted: text() });
  const values = new Map<string, Resource[]>();
  for (const list of lists) {
    if (chance.happens(0.4)) continue;
    values.set(
      list,
      Array.from({ length: 1 + chance.below(3) }, () =>
        without({
          [list === 'addresses' ? 'locality' : 'value']:
            list === 'x509Certificates' ? longer(chance) : word(chance),
          type: chance.happens(0.8) ? chance.pick(types) : undefined,
          display: text(),
          primary: chance.happens(0.3) ? chance.happens(0.5) : undefined,
        }),
      ),
    );
  }
  const attributes = Object.fromEntries(
    Array.from({ length: chance.below(4) }, () => [
      chance.pick(['extensionAttribute1', 'extensionAttribute15', 'shoe size', 'constructor']),
      chance.pick<unknown>([word(chance), 7, true, false, 'x']),
    ]),
  );
  const status = chance.pick(['ACTIVE', 'ACTIVE', 'INVITED', 'SUSPENDED', 'DEPROVISIONED']);
  const expires = chance.pick([null, null, 'past', 'future']);
  const id = newId('usr');
  const userName = `${word(chance)}${place}`;
  const [created, changed] = [chance.pick(someTimes), chance.pick(someTimes)];
  const shown = Object.entries(attributes).flatMap(([key, value]) =>
    key.startsWith('extension') ? [[key, typeof value === 'string' ? value : JSON.stringify(value)]] : [],
  );
  return {
    scim: { ...stored, ...(Object.keys(storedName).length > 0 ? { name: storedName } : {}) },
    values,
    columns: {
      id,
      status,
      username: userName,
      first_name: name.givenName ?? null,
      last_name: name.familyName ?? null,
      display_name: core.displayName ?? null,
      nickname: core.nickName ?? null,
      title: core.title ?? null,
      locale: core.locale ?? null,
      external_id: core.externalId ?? null,
      employee_number: work.employeeNumber ?? null,
      department: work.department ?? null,
      manager_id: work.manager ?? null,
      attributes,
      expires_at: expires && (expires === 'past' ? '2026-01-01T00:00:00Z' : '2999-01-01T00:00:00Z'),
      created_at: created.toISOString(),
      updated_at: changed.toISOString(),
    },
    resource: without({
      ...core,
      ...stored,
      id,
      userName,
      name: { ...without(name), ...storedName },
      active: (status === 'ACTIVE' || status === 'INVITED') && expires !== 'past',
      meta: { created: created.toISOString(), lastModified: changed.toISOString() },
      [enterprise]: without({
        employeeNumber: work.employeeNumber,
        department: work.department,
        manager: work.manager === undefined ? undefined : { value: work.manager },
      }),
      [own]: Object.fromEntries(shown),
      ...Object.fromEntries(values),
      groups: [] as Resource[],
    }),
  };
}

/** Returns a word, often behind more characters than an index can hold. The end of the text decides. */
const longer = (chance: Random): string =>
  chance.happens(0.5) ? `${'Xy9/'.repeat(800)}${word(chance)}` : word(chance);

const leaf = (name: string, type: Leaf['type'] = 'text', path = name.split('.')): Leaf => ({
  name,
  type,
  path,
  urn: coreUser,
});

const part = (name: string, type: Leaf['type'] = 'text'): Leaf => ({ name, type, path: [name] });

const extended = (urn: string, name: string, type: Leaf['type'] = 'text', path = name.split('.')): Leaf => ({
  name,
  type,
  path: [urn, ...path],
  urn,
  needsUrn: true,
});

const valueTypes = new Map<string, Leaf['type']>([
  ['photos', 'exact'],
  ['x509Certificates', 'binary'],
]);

const elementParts = (value: Leaf['type'] = 'text'): Leaf[] => [
  part('value', value),
  part('value', value),
  part('type'),
  part('display'),
  part('primary', 'boolean'),
];

function valuesFor(known: (leaf: Leaf, chance: Random) => string | undefined): Vocabulary['values'] {
  return ({ type, path, name }, chance) => {
    if (type === 'time') return chance.pick(someTimes).toISOString();
    if (name.endsWith('type') && chance.happens(0.9)) return chance.pick(types);
    return known({ type, path, name }, chance) ?? word(chance);
  };
}

/** Returns the words for filters over people. */
export const vocabularyOfPeople = (people: readonly Person[], groupIds: readonly string[]): Vocabulary => ({
  leaves: [
    leaf('id', 'exact'),
    leaf('externalId', 'exact'),
    leaf('userName'),
    leaf('displayName'),
    leaf('nickName'),
    leaf('title'),
    leaf('locale'),
    leaf('profileUrl', 'exact'),
    leaf('userType'),
    leaf('active', 'boolean'),
    leaf('name.familyName'),
    leaf('name.givenName'),
    leaf('name.middleName'),
    leaf('name.formatted'),
    leaf('meta.created', 'time'),
    leaf('meta.lastModified', 'time'),
    { ...leaf('emails', 'text', ['emails', 'value']), whole: ['emails'] },
    leaf('emails.value'),
    leaf('emails.type'),
    leaf('emails.primary', 'boolean'),
    leaf('phoneNumbers.value'),
    leaf('photos.value', 'exact'),
    leaf('addresses.locality'),
    leaf('x509Certificates.value', 'binary'),
    leaf('groups', 'exact', ['groups', 'value']),
    leaf('groups.value', 'exact'),
    leaf('groups.display'),
    extended(enterprise, 'employeeNumber'),
    extended(enterprise, 'department'),
    extended(enterprise, 'manager.value', 'exact'),
    extended(enterprise, 'manager', 'exact', ['manager', 'value']),
    extended(own, 'extensionAttribute1'),
    extended(own, 'extensionAttribute15'),
  ],
  lists: [
    ...lists
      .filter((name) => name !== 'addresses')
      .map((name) => ({ leaf: leaf(name), parts: elementParts(valueTypes.get(name)) })),
    { leaf: leaf('addresses'), parts: [part('locality'), part('type'), part('primary', 'boolean')] },
    { leaf: leaf('groups'), parts: [part('value', 'exact'), part('display')] },
  ],
  values: valuesFor(({ name, path, type }, chance) => {
    const known = chance.pick(people);
    if (name === 'id') return String(known.resource['id']);
    if (name === 'userName') return String(known.resource['userName']);
    if (path.includes('groups') && chance.happens(0.7)) return chance.pick(groupIds);
    if (path[0] === own) return chance.pick(['7', 'true', 'X', word(chance)]);
    const certificates = known.values.get('x509Certificates') ?? [];
    if (type === 'binary' && certificates.length > 0) return String(chance.pick(certificates)['value']);
    return undefined;
  }),
});

/** And over groups. */
export const vocabularyOfGroups = (groupIds: readonly string[], userIds: readonly string[]): Vocabulary => {
  const ofGroup = (name: string, type: Leaf['type'] = 'text', path = name.split('.')): Leaf => ({
    name,
    type,
    path,
    urn: coreGroup,
  });
  return {
    leaves: [
      ofGroup('id', 'exact'),
      ofGroup('displayName'),
      ofGroup('externalId', 'exact'),
      ofGroup('meta.created', 'time'),
      ofGroup('meta.lastModified', 'time'),
      ofGroup('members', 'exact', ['members', 'value']),
      ofGroup('members.value', 'exact'),
    ],
    lists: [{ leaf: ofGroup('members'), parts: [part('value', 'exact')] }],
    values: valuesFor(({ name, path }, chance) => {
      if (name === 'id') return chance.pick(groupIds);
      return path.includes('members') || name === 'value' ? chance.pick(userIds) : undefined;
    }),
  };
};

/** A group by chance, with members out of these. */
export function aGroupOf(chance: Random, place: number, userIds: readonly string[]) {
  const id = newId('grp');
  const displayName = `${word(chance)}${place}`;
  const externalId = maybe(chance);
  const [created, changed] = [chance.pick(someTimes), chance.pick(someTimes)];
  const members = userIds.filter(() => chance.happens(place % 5 === 0 ? 0 : 0.05));
  return {
    id,
    displayName,
    members,
    columns: {
      id,
      name: displayName,
      external_id: externalId ?? null,
      created_at: created.toISOString(),
      updated_at: changed.toISOString(),
    },
    resource: without({
      id,
      displayName,
      externalId,
      members: members.map((value) => ({ value })),
      meta: { created: created.toISOString(), lastModified: changed.toISOString() },
    }),
  };
}
