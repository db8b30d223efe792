import { describe, expect } from 'vitest';
import { userType, type Attribute } from '../../../src/scim/protocol/schema.ts';
import {
  aDirectory,
  type Directory,
  enterpriseSchema,
  patchOf,
  userSchema,
} from '../../support/directories.ts';
import { aScimGroup, aScimUser, group, person } from '../../support/scim.ts';
import { test, type TestService } from '../../support/service.ts';
import { drawn } from '../../support/thorough.ts';
import { anEmail } from '../../support/users.ts';

/** The attributes that a client writes. `userName` is unique, so a test of its own sends it. */
const written = userType.every.filter(
  ({ mutability, storage }) =>
    mutability !== 'readOnly' && !['schemas', 'derived', 'constant'].includes(storage.computed ?? ''),
);

/** An attribute inside of a body: in the body itself, or in the object of its extension. */
const fieldsOf = ({ schema, name }: Attribute, value: unknown): Record<string, unknown> =>
  schema === userSchema ? { [name]: value } : { [schema]: { [name]: value } };

const pathOf = ({ schema, name }: Attribute): string => (schema === userSchema ? name : `${schema}:${name}`);

/** Returns the new value of an attribute, or the refusal without the place of the operation. */
function outcomeOf({ schema, name }: Attribute, status: number, body: Record<string, unknown>): unknown {
  if (status >= 400) return String(body['detail']).replace(/Operations\[\d+\]: /, '');
  const from = schema === userSchema ? body : ((body[schema] ?? {}) as Record<string, unknown>);
  const value = from[name];
  // The address and name of a manager are made up for the response.
  return name === 'manager' && value ? (value as { value: unknown }).value : value;
}

/** Sends a value of an attribute by POST, PUT and PATCH, with and without a path, as dry runs and in bulk requests. */
async function byEveryWay(
  directory: Directory,
  attribute: Attribute,
  value: unknown,
): Promise<[string, unknown][]> {
  const { send } = directory;
  const found: [string, unknown][] = [];
  const own = (fields: Record<string, unknown>) => ({ ...person(), ...fields });
  const ways = [
    ['POST', () => own(fieldsOf(attribute, value))],
    ['PUT', (userName: string) => ({ ...own({ userName }), ...fieldsOf(attribute, value) })],
    ['PATCH', () => patchOf({ op: 'replace', path: pathOf(attribute), value })],
    ['PATCH', () => patchOf({ op: 'add', path: pathOf(attribute), value })],
    ['PATCH', () => patchOf({ op: 'replace', value: fieldsOf(attribute, value) })],
  ] as const;
  for (const [at, [method, bodyOf]] of ways.entries()) {
    for (const how of ['alone', 'dry', 'bulk'] as const) {
      const { id, userName } = method === 'POST' ? { id: '', userName: '' } : await aScimUser(directory);
      const target = method === 'POST' ? '/Users' : `/Users/${id}`;
      const body = bodyOf(userName);
      const way = `${method} ${at} ${how}`;
      if (how === 'bulk') {
        const { body: answer } = await send('POST', '/Bulk', {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
          Operations: [{ method, path: target, bulkId: 'a', data: body }],
        });
        const [{ status, location, response }] = answer.Operations;
        const shown =
          status < '400' ? await send('GET', location.slice(location.indexOf('/Users'))) : { body: response };
        found.push([way, outcomeOf(attribute, Number(status), shown.body)]);
        continue;
      }
      const answer = await send(method, target, body, how === 'dry' ? { 'x-dry-run': 'true' } : {});
      found.push([way, outcomeOf(attribute, answer.status, answer.body)]);
    }
  }
  return found;
}

/** A value of the attribute as a schema describes it, and others that directories send or get wrong. */
function valuesOf(attribute: Attribute, managerId: string): unknown[] {
  const { name, type, multiValued, example, maximum } = attribute;
  const wrong = [5, { a: 1 }, ['Admin']];
  if (name === 'active') return [false, 'False', 'maybe', 5];
  if (name === 'manager') return [{ value: managerId }, managerId, [managerId], 5];
  if (name === 'password') return ['Zebra crossing 7 tulips?', 'x'.repeat(1001), ...wrong];
  if (multiValued) {
    const text = (example as { value?: string }).value ?? 'Hollywood';
    return [
      [example],
      example,
      [text],
      text,
      [{ ...(example as object), primary: 'True' }],
      [{ type: 'work' }],
      5,
      [5],
    ];
  }
  if (type === 'complex') return [example, 'Hollywood', 5];
  return [example ?? 'third floor', 'x'.repeat(maximum + 1), 'Mars/Olympus', ...wrong];
}

const generic = (service: TestService): Promise<Directory> => aDirectory(service);

const isRoles = ({ name }: Attribute): boolean => name === 'roles';
const others = written.filter((one) => !isRoles(one));
const tried = [...written.filter(isRoles), ...drawn(others, 2, 'attributes of SCIM by every way', 6)];

describe('every attribute', () => {
  for (const attribute of tried)
    test(`reads ${attribute.path} in the same way by POST, PUT, PATCH, bulk and dry run`, async ({
      service,
    }) => {
      const directory = await generic(service);
      const { id: managerId } = await aScimUser(directory);
      for (const value of valuesOf(attribute, managerId)) {
        // User names are unique, so only those that are refused can be sent many times.
        if (attribute.name === 'userName' && typeof value === 'string' && value.length <= attribute.maximum)
          continue;
        const found = await byEveryWay(directory, attribute, value);
        const outcomes = new Map(found.map(([way, outcome]) => [JSON.stringify(outcome) ?? 'absent', way]));
        expect([value, [...outcomes]]).toEqual([value, [[...outcomes][0]]]);
      }
    });

  test('is named by the example of its refusal', async ({ service }) => {
    const directory = await generic(service);
    const shown = written.filter(({ example }) => example !== undefined);
    expect(shown.length).toBeGreaterThan(20);
    for (const attribute of shown) {
      const answer = await directory.send(
        'POST',
        '/Users',
        person(fieldsOf(attribute, attribute.multiValued ? [5] : 5)),
      );
      expect([attribute.path, answer.body.detail]).toEqual([
        attribute.path,
        expect.stringContaining(`${attribute.path} must be `),
      ]);
      expect(answer.body.detail).toContain(JSON.stringify(attribute.example));
    }
  });
});

describe('every attribute of a group', () => {
  test('is read in the same way by POST, PUT, PATCH, bulk and dry run', async ({ service }) => {
    const directory = await generic(service);
    const { id } = await aScimUser(directory);
    const cases: [string, unknown][] = [
      ...[
        [{ value: id }],
        [id],
        id,
        { value: id },
        5,
        [5],
        [{ display: 'x' }],
        [{ value: 'usr_x' }],
        null,
      ].map((value): [string, unknown] => ['members', value]),
      ...['00g1', 'x'.repeat(257), 5, ['x'], null].map((value): [string, unknown] => ['externalId', value]),
      ...['x'.repeat(257), 5, ['x'], null, ''].map((value): [string, unknown] => ['displayName', value]),
    ];
    for (const [name, value] of drawn(cases, 5, 'attributes of groups by every way', 10)) {
      const found = new Map<string, string>();
      const note = (way: string, status: number, body: Record<string, unknown>) => {
        const members = (body['members'] ?? []) as { value: string }[];
        const outcome =
          status >= 400
            ? String(body['detail']).replace(/Operations\[\d+\]: /, '')
            : name === 'members'
              ? members.map((one) => one.value)
              : body[name];
        found.set(JSON.stringify(outcome) ?? 'absent', way);
      };
      for (const how of ['alone', 'dry', 'bulk']) {
        const made = async () => (await aScimGroup(directory)) as { id: string; displayName: string };
        const [one, two, three] = [await made(), await made(), await made()];
        for (const [method, target, body] of [
          ['POST', '/Groups', group({ [name]: value })],
          ['PUT', `/Groups/${one.id}`, group({ displayName: one.displayName, [name]: value })],
          ['PATCH', `/Groups/${two.id}`, patchOf({ op: 'replace', path: name, value })],
          ['PATCH', `/Groups/${three.id}`, patchOf({ op: 'replace', value: { [name]: value } })],
        ] as const) {
          if (how !== 'bulk') {
            const headers: Record<string, string> = how === 'dry' ? { 'x-dry-run': 'true' } : {};
            const answer = await directory.send(method, target, body, headers);
            note(`${method} ${how}`, answer.status, answer.body);
            continue;
          }
          const { body: answer } = await directory.send('POST', '/Bulk', {
            schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
            Operations: [{ method, path: target, bulkId: 'a', data: body }],
          });
          const [{ status, location, response }] = answer.Operations;
          const at = location?.slice(location.indexOf('/Groups'));
          note(
            `${method} bulk`,
            Number(status),
            status < '400' ? (await directory.send('GET', at)).body : response,
          );
        }
      }
      expect([name, value, [...found]]).toEqual([name, value, [[...found][0]]]);
    }
  });
});

describe('a time zone', () => {
  test('that does not exist is kept by every way, and stops no other change', async ({ service }) => {
    const directory = await generic(service);
    const made = await directory.send('POST', '/Users', person({ timezone: 'Mars/Olympus' }));
    expect([made.status, made.body.timezone]).toEqual([201, 'Mars/Olympus']);
    const at = `/Users/${String(made.body.id)}`;
    const change = patchOf(
      { op: 'replace', path: 'title', value: 'Guide' },
      { op: 'replace', path: 'timezone', value: 'Mars/Tharsis' },
    );
    const changed = await directory.send('PATCH', at, change);
    expect([changed.status, changed.body.timezone, changed.body.title]).toEqual([
      200,
      'Mars/Tharsis',
      'Guide',
    ]);
  });
});

describe('a name with a filter, or with a part of a list', () => {
  test('is read by PATCH without a path, and refused by POST and PUT, whose value would be lost', async ({
    service,
  }) => {
    const directory = await generic(service);
    const names = ['phoneNumbers[type eq "work"].value', 'PhoneNumbers.value'];
    for (const name of names) {
      const fields = { [name]: '+44 1' };
      const { id, userName } = await aScimUser(directory);
      const bulk = async (method: string, path: string, data: object) => {
        const { body } = await directory.send('POST', '/Bulk', {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
          Operations: [{ method, path, bulkId: 'a', data }],
        });
        const [{ status, response }] = body.Operations;
        return { status: Number(status), body: response };
      };
      const [made, resent] = [person(fields), { ...person({ userName }), ...fields }];
      const answers = [
        await directory.send('POST', '/Users', made),
        await directory.send('POST', '/Users', made, { 'x-dry-run': 'true' }),
        await bulk('POST', '/Users', made),
        await directory.send('PUT', `/Users/${id}`, resent),
        await directory.send('PUT', `/Users/${id}`, resent, { 'x-dry-run': 'true' }),
        await bulk('PUT', `/Users/${id}`, resent),
      ];
      for (const { status, body } of answers)
        expect([name, status, body.scimType, body.detail]).toEqual([
          name,
          400,
          'invalidValue',
          expect.stringContaining('phoneNumbers must be sent under its own name'),
        ]);
      const patched = await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'add', value: fields }));
      expect([name, patched.status, patched.body.phoneNumbers]).toEqual([
        name,
        200,
        [expect.objectContaining({ value: '+44 1' })],
      ]);
    }
    // Names of no attribute are left out, as ever, and so is what only the service writes.
    const left = { 'shoeSizes[type eq "left"].value': 42, 'groups[type eq "direct"].value': 'x' };
    expect((await directory.send('POST', '/Users', person(left))).status).toBe(201);
    const { status, body } = await directory.send('POST', '/Users', person({ 'emails[type eq': 'x' }));
    expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
  });
});

describe('a PATCH with a filter that matches nothing', () => {
  test('is refused if it sets a type alone, and keeps a type if a later operation sets the value', async ({
    service,
  }) => {
    const directory = await generic(service);
    const { id } = await aScimUser(directory, { emails: [{ value: anEmail() }] });
    const send = (...operations: object[]) => directory.send('PATCH', `/Users/${id}`, patchOf(...operations));
    for (const path of ['phoneNumbers[type eq "work"].type', 'phoneNumbers[type eq "work"].primary']) {
      const value = path.endsWith('type') ? 'home' : true;
      for (const op of ['replace', 'add']) {
        const { status, body } = await send({ op, path, value });
        expect([status, body.scimType]).toEqual([400, 'noTarget']);
      }
    }
    const { body } = await send(
      { op: 'add', path: 'phoneNumbers[type eq "work"].primary', value: 'True' },
      { op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '+44 1' },
    );
    expect(body.phoneNumbers).toEqual([{ type: 'work', primary: true, value: '+44 1' }]);
  });
});

describe('the contract', () => {
  test('gives each text of a SCIM user and group the maximum length of its reader', async () => {
    const { default: document } = await import('../../../generated/openapi.json', { with: { type: 'json' } });
    const { schemas } = document.components as unknown as {
      schemas: Record<
        string,
        {
          properties: Record<
            string,
            { maxLength?: number; properties?: Record<string, { maxLength?: number }> }
          >;
        }
      >;
    };
    const of = schemas['ScimUserInput']?.properties ?? {};
    const differing = written.flatMap((attribute) => {
      const { name, maximum, type, schema, path } = attribute;
      const place = schema === userSchema ? of : (of[schema]?.properties ?? {});
      return type === 'complex' || type === 'boolean' || place[name]?.maxLength === maximum || !place[name]
        ? []
        : [[path, maximum, place[name].maxLength]];
    });
    expect(differing).toEqual([]);
    expect([
      of['externalId']?.maxLength,
      schemas['ScimGroupInput']?.properties['externalId']?.maxLength,
    ]).toEqual([256, 256]);
    expect(Object.keys(of)).toContain(enterpriseSchema);
  });
});
