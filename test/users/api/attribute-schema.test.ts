import { describe, expect } from 'vitest';
import { aCallerWith, aUser } from '../../support/builders.ts';
import type { Answer } from '../../support/client.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { floor: { type: 'integer' }, badge: { type: 'string', maxLength: 4 } },
  required: ['floor'],
  additionalProperties: false,
};

/** Sets the schema of our live tenant; null takes it away. */
const set = ({ ours }: TestService, to: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  ours.call('replaceAttributeSchema', { body: { schema: to }, headers });

function expectRefused({ status, body }: Answer, details: Record<string, unknown>): void {
  expect([status, body.code, body.details]).toEqual([400, 'VALIDATION_ERROR', details]);
}

describe('getAttributeSchema', () => {
  test('returns null with an ETag if no schema was set', async ({ service: { theirs } }) => {
    const { status, body, headers } = await theirs.call('getAttributeSchema');
    expect([status, body]).toEqual([200, { schema: null, updatedAt: null, updatedBy: null }]);
    expect(headers.get('etag')).toBe('"0"');
  });

  test('returns the schema of its own tenant as it was sent', async ({ service }) => {
    const { body: put, headers } = await set(service, schema);
    const { body, headers: read } = await service.ours.call('getAttributeSchema');
    expect(body).toEqual({ schema, updatedAt: time, updatedBy: expect.stringMatching(/^cred_/) });
    expect([put, headers.get('etag')]).toEqual([body, read.get('etag')]);
    for (const other of [service.theirs, service.oursTest]) {
      expect((await other.call('getAttributeSchema')).body.schema).toBeNull();
      expect((await other.call('createUser', { body: { email: anEmail() } })).status).toBe(201);
    }
  });
});

describe('replaceAttributeSchema', () => {
  test('validates the attributes of a new user, and names each invalid field', async ({ service }) => {
    await set(service, schema);
    const create = (attributes?: object) =>
      service.ours.call('createUser', {
        body: { email: anEmail(), sendInvite: false, ...(attributes ? { attributes } : {}) },
      });
    expect((await create({ floor: 3, badge: 'B1' })).status).toBe(201);
    expectRefused(await create(), { 'attributes.floor': 'is required' });
    expectRefused(await create({ floor: '3', badge: 'too long', more: 1 }), {
      'attributes.floor': 'must have the type integer',
      'attributes.badge': 'must have at most 4 characters',
      'attributes.more': 'is not allowed',
    });
    expect((await create(JSON.parse('{"floor":1,"__proto__":{}}') as object)).body.details).toEqual(
      Object.fromEntries([['attributes.__proto__', 'is not allowed']]),
    );
  });

  test('leaves existing users alone until their attributes change', async ({ service }) => {
    const { ours } = service;
    await set(service, null);
    const userId = await aUser(ours, { attributes: { shoe: 43 } });
    await set(service, schema);
    const patch = (body: object) => ours.call('updateUser', { path: { userId }, body });
    const { status, body } = await patch({ title: 'Analyst' });
    expect([status, body.attributes]).toEqual([200, { shoe: 43 }]);
    // The schema judges the attributes after the patch, not the patch itself.
    expectRefused(await patch({ attributes: { floor: 4 } }), { 'attributes.shoe': 'is not allowed' });
    expect((await patch({ attributes: { floor: 4, shoe: null } })).body.attributes).toEqual({ floor: 4 });
    expectRefused(await patch({ attributes: { floor: null } }), { 'attributes.floor': 'is required' });
    expect((await ours.call('getUser', { path: { userId } })).body.attributes).toEqual({ floor: 4 });
  });

  test.for([[null], [{}]])('allows any attributes when the schema is %j', async ([empty], { service }) => {
    await set(service, schema);
    expect((await set(service, empty)).body.schema).toEqual(empty);
    await aUser(service.ours, { attributes: { anything: [1, { at: 'all' }] } });
  });

  test('rejects an unsupported schema, and keeps the previous one', async ({ service }) => {
    await set(service, schema);
    for (const [bad, at] of [
      [{ ...schema, patternProperties: { '^(a+)+$': {} } }, 'schema.patternProperties'],
      [{ ...schema, properties: { floor: { pattern: '(a|a)*$' } } }, 'schema.properties.floor.pattern'],
      [{ ...schema, $ref: 'http://169.254.169.254/latest' }, 'schema.$ref'],
      [{ type: 'array' }, 'schema.type'],
    ] as const) {
      const { status, body } = await set(service, bad);
      expect([status, body.code, Object.keys(body.details)]).toEqual([400, 'VALIDATION_ERROR', [at]]);
    }
    expectRefused(await set(service, { type: 'object', description: 'x'.repeat(16_400) }), {
      schema: 'must be at most 16 KB as JSON',
    });
    expect((await service.ours.call('getAttributeSchema')).body.schema).toEqual(schema);
  });

  test('changes only the version that If-Match names', async ({ service }) => {
    const { headers } = await set(service, schema);
    const etag = headers.get('etag') ?? '';
    const [one, two] = await Promise.all([
      set(service, null, { 'if-match': etag }),
      set(service, {}, { 'if-match': etag }),
    ]);
    expect([one, two].map(({ status }) => String(status)).toSorted()).toEqual(['200', '412']);
    expect((await set(service, schema, { 'if-match': etag })).body.code).toBe('PRECONDITION_FAILED');
  });

  test('records the change in the audit log, and needs directory.write', async ({ service }) => {
    await set(service, null);
    await set(service, schema);
    const rows = await service.sql(
      `select a.result, p.content::jsonb -> 'changes' as changes
         from audit_logs a join audit_personal p on p.audit_id = a.id
        where a.action = 'attribute_schema.update' order by a.created_at desc, a.id desc limit 1`,
    );
    expect(rows).toEqual([{ result: 'SUCCESS', changes: [{ field: 'schema', from: null, to: schema }] }]);
    const { caller } = await aCallerWith(service, ['directory.read']);
    expect((await caller.call('getAttributeSchema')).status).toBe(200);
    expect((await caller.call('replaceAttributeSchema', { body: { schema: null } })).status).toBe(403);
  });
});
