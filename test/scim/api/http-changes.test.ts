import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import {
  aDirectory,
  aScimPerson,
  type Directory,
  dryRunSchema,
  groupSchema,
  replacing,
  scimPerson,
} from '../../support/directories.ts';
import { test, type TestService } from '../../support/service.ts';

/** Returns the log that administrators see of this directory's requests, oldest first. */
const logOf = ({ sql }: Pick<TestService, 'sql'>, { tokenId }: Directory) =>
  sql<Record<string, unknown>>(
    `select operation, method, target_type, target_id, external_id, status, code, detail, asked, changes, ignored,
            dry_run, request_id
       from provisioning_log where token_id = $1 order by at, id`,
    [tokenId],
  );

const auditOf = ({ sql }: Pick<TestService, 'sql'>, { tokenId }: Directory) =>
  sql<Record<string, unknown>>(
    'select action, actor_type, target_id, result, code from audit_logs where actor_id = $1 order by created_at, id',
    [tokenId],
  );

/** Everything that a change could leave behind, as counts. */
async function tracesIn({ sql, organizations }: TestService) {
  const tables = [
    'users',
    'groups',
    'group_members',
    'user_values',
    'events',
    'audit_logs',
    'audit_personal',
  ];
  const counts = tables.map((table) => `(select count(*) from ${table} where org_id = $1)::int as ${table}`);
  const [row] = await sql<Record<string, number>>(`select ${counts.join(', ')}`, [
    organizations.ours.live.orgId,
  ]);
  return row;
}

const dry = { 'x-dry-run': 'true' };

describe('a dry run', () => {
  test('answers like the change, shows its effects, and changes nothing except the provisioning log', async ({
    service,
  }) => {
    const directory = await aDirectory(service);
    const { send } = directory;
    const id = await aScimPerson(directory, 'dry@example.com', { title: 'Baroness' });
    const before = [await tracesIn(service), (await send('GET', `/Users/${id}`)).body];

    const created = await send('POST', '/Users', scimPerson('wet@example.com', { externalId: 'e1' }), dry);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      userName: 'wet@example.com',
      schemas: expect.arrayContaining([dryRunSchema]),
      [dryRunSchema]: {
        changes: expect.arrayContaining([{ path: 'userName', from: null, to: 'wet@example.com' }]),
      },
    });
    const patched = await send('PATCH', `/Users/${id}`, replacing('title', 'Countess'), dry);
    expect({ status: patched.status, title: patched.body.title, dryRun: patched.body[dryRunSchema] }).toEqual(
      {
        status: 200,
        title: 'Countess',
        dryRun: { changes: [{ path: 'title', from: 'Baroness', to: 'Countess' }] },
      },
    );
    const replaced = await send('PUT', `/Users/${id}`, scimPerson('dry@example.com'), dry);
    expect(replaced.body[dryRunSchema]).toEqual({ changes: [{ path: 'title', from: 'Baroness', to: null }] });
    const deleted = await send('DELETE', `/Users/${id}`, undefined, dry);
    expect([deleted.status, deleted.body.id]).toEqual([200, id]);
    const group = await send(
      'POST',
      '/Groups',
      { schemas: [groupSchema], displayName: 'Dry', members: [{ value: id }] },
      dry,
    );
    expect([group.status, group.body.displayName]).toEqual([201, 'Dry']);
    for (const { headers } of [created, patched, replaced, deleted, group])
      expect(headers.get('x-dry-run')).toBe('true');

    expect([await tracesIn(service), (await send('GET', `/Users/${id}`)).body]).toEqual(before);
    const log = (await logOf(service, directory)).slice(1);
    expect(
      log.map(({ operation, dry_run, status, target_id }) => [operation, dry_run, status, target_id]),
    ).toEqual([
      ['createScimUser', true, 201, null],
      ['updateScimUser', true, 200, id],
      ['replaceScimUser', true, 200, id],
      ['deleteScimUser', true, 200, id],
      ['createScimGroup', true, 201, null],
    ]);
    expect(log[1]?.['changes']).toEqual([{ field: 'title', from: 'Baroness', to: 'Countess' }]);
  });

  test('is rejected like the change, without an audit row', async ({ service }) => {
    const directory = await aDirectory(service);
    const { send } = directory;
    await aScimPerson(directory, 'twice@example.com');
    const audited = await auditOf(service, directory);
    const taken = await send('POST', '/Users', scimPerson('twice@example.com'), dry);
    expect([taken.status, taken.headers.get('x-error-code')]).toEqual([409, 'USER_EXISTS']);
    const missing = await send('DELETE', '/Users/usr_00000000000000000000000000', undefined, dry);
    expect(missing.status).toBe(404);
    expect(await auditOf(service, directory)).toEqual(audited);
    expect(
      (await logOf(service, directory)).slice(1).map(({ status, dry_run }) => [status, dry_run]),
    ).toEqual([
      [409, true],
      [404, true],
    ]);
  });

  test('starts only with the value true: a similar value changes nothing', async ({ service }) => {
    const { send } = await aDirectory(service);
    for (const word of ['True', 'TRUE', 'yes', '1', 'true, true', 'on']) {
      const answer = await send('POST', '/Users', scimPerson('word@example.com'), { 'x-dry-run': word });
      expect({ word, status: answer.status }).toEqual({ word, status: 400 });
      expect(answer.body.detail).toMatch(/X-Dry-Run/i);
    }
    const found = await send('GET', '/Users?filter=userName eq "word@example.com"');
    expect(found.body.totalResults).toBe(0);
    const real = await send('POST', '/Users', scimPerson('word@example.com'), { 'x-dry-run': 'false' });
    expect([real.status, real.headers.get('x-dry-run'), real.body[dryRunSchema]]).toEqual([
      201,
      null,
      undefined,
    ]);
  });

  test('for a bulk request is rejected, and changes nothing', async ({ service }) => {
    const { send } = await aDirectory(service);
    const Operations = [
      { method: 'POST', path: '/Users', bulkId: 'a', data: scimPerson('bulk-dry@example.com') },
    ];
    const answer = await send('POST', '/Bulk', { schemas: [bulkSchema], Operations }, dry);
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([400, 'SCIM_VALUE_INVALID']);
    const found = await send('GET', '/Users?filter=userName eq "bulk-dry@example.com"');
    expect(found.body.totalResults).toBe(0);
  });
});

const bulkSchema = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';

describe('the provisioning log', () => {
  test('has an entry for every change and every rejection, and none for a read', async ({ service }) => {
    const directory = await aDirectory(service);
    const { send } = directory;
    const id = await aScimPerson(directory, 'logged@example.com', { externalId: 'x7', nonsense: 1 });
    await send('GET', `/Users/${id}`, undefined, { 'x-request-id': 'a-read' });
    await send('PATCH', `/Users/${id}`, replacing('title', 'Countess'), { 'x-request-id': 'a-patch' });
    await send('GET', '/Users?filter=x');
    await send('POST', '/Users', '{');
    await send('PATCH', `/Users/${id}`, replacing('id', 'y'));
    await send('DELETE', '/Users/kd_live_not-an-id');
    await send('GET', '/Nothing');
    const log = await logOf(service, directory);
    expect(log.map(({ operation, status, code, target_id }) => [operation, status, code, target_id])).toEqual(
      [
        ['createScimUser', 201, null, id],
        ['updateScimUser', 200, null, id],
        ['listScimUsers', 400, 'SCIM_FILTER_INVALID', null],
        ['createScimUser', 400, 'MALFORMED_JSON', null],
        ['updateScimUser', 400, 'SCIM_MUTABILITY', id],
        ['deleteScimUser', 404, 'SCIM_RESOURCE_NOT_FOUND', null],
      ],
    );
    expect(log[0]).toMatchObject({
      external_id: 'x7',
      ignored: ['nonsense'],
      target_type: 'User',
      method: 'POST',
    });
    expect(log[1]).toMatchObject({
      request_id: 'a-patch',
      asked: [{ op: 'replace', path: 'title' }],
      changes: [{ field: 'title', from: null, to: 'Countess' }],
      detail: null,
    });
    expect(log[2]?.['detail']).toMatch(/^SCIM_FILTER_INVALID: /);
  });

  test('records what a token lacks the right to do, and the audit log records the denial', async ({
    service,
  }) => {
    const directory = await aDirectory(service, { permissions: ['users.read'] });
    await directory.send('POST', '/Users', scimPerson('denied@example.com'));
    expect(await logOf(service, directory)).toMatchObject([
      { operation: 'createScimUser', status: 403, code: 'INSUFFICIENT_SCOPE' },
    ]);
    expect(await auditOf(service, directory)).toEqual([
      {
        action: 'user.create',
        actor_type: 'SCIM',
        target_id: null,
        result: 'DENIED',
        code: 'INSUFFICIENT_SCOPE',
      },
    ]);
  });
});

describe('the audit row and the event of a change over SCIM', () => {
  test('name the token as the actor', async ({ service }) => {
    const directory = await aDirectory(service, { name: 'Okta production' });
    const id = await aScimPerson(directory, 'audited@example.com');
    await directory.send('DELETE', `/Users/${id}`);
    const actor = { actor_type: 'SCIM', target_id: id, result: 'SUCCESS', code: null };
    expect(await auditOf(service, directory)).toEqual([
      { action: 'user.create', ...actor },
      { action: 'user.deprovision', ...actor },
    ]);
    const [event] = await service.sql<{ data: Record<string, unknown> }>(
      "select data from events where type = 'user.created' and data ->> 'userId' = $1",
      [id],
    );
    expect(event?.data['createdBy']).toEqual({
      type: 'SCIM',
      id: directory.tokenId,
      name: 'Okta production',
    });
    const [row] = await service.sql<{ created_by: string }>('select created_by from users where id = $1', [
      id,
    ]);
    expect(row?.created_by).toBe(directory.tokenId);
  });
});

describe('a step of a bulk request', () => {
  test('has its own permission, transaction, audit row and log entry', async ({ service }) => {
    const all = await aDirectory(service);
    const id = await aScimPerson(all, 'bulk-target@example.com');
    const local = await aUser(service.ours);
    const directory = await aDirectory(service, { permissions: ['users.read', 'users.write'] });
    const Operations = [
      { method: 'POST', path: '/Users', bulkId: 'new', data: scimPerson('bulk-new@example.com') },
      { method: 'POST', path: '/Users', bulkId: 'again', data: scimPerson('bulk-new@example.com') },
      {
        method: 'POST',
        path: '/Groups',
        bulkId: 'group',
        data: { schemas: [groupSchema], displayName: 'x' },
      },
      { method: 'PATCH', path: `/Users/${id}`, version: 'W/"999"', data: replacing('title', 'x') },
      { method: 'PATCH', path: `/Users/${id}`, version: 'W/"1"', data: replacing('title', 'x') },
      { method: 'DELETE', path: `/Users/${local}` },
      { method: 'DELETE', path: '/Users/usr_00000000000000000000000000' },
      { method: 'POST', path: '/Users/.search', bulkId: 's', data: {} },
      { method: 'POST', path: '/Bulk', bulkId: 'b', data: {} },
      { method: 'DELETE', path: '/Schemas/x' },
      { method: 'DELETE', path: `/../../v1/directory/users/${id}` },
    ];
    const { status, body } = await directory.send('POST', '/Bulk', { schemas: [bulkSchema], Operations });
    expect(status).toBe(200);
    expect(body.Operations.map((one: { status: string }) => one.status)).toEqual([
      '201',
      '409',
      '403',
      '412',
      '200',
      '204',
      '404',
      '400',
      '400',
      '405',
      '404',
    ]);
    const [made] = body.Operations;
    expect(made).toMatchObject({ method: 'POST', bulkId: 'new', version: 'W/"1"' });
    expect(made.location).toMatch(/\/Users\/usr_\w+$/);
    expect((await all.send('GET', made.location.slice(made.location.indexOf('/Users')))).status).toBe(200);
    expect(body.Operations[1].response).toMatchObject({ status: '409', scimType: 'uniqueness' });
    expect((await auditOf(service, directory)).map(({ action, result }) => [action, result])).toEqual([
      ['user.create', 'SUCCESS'],
      ['user.create', 'FAILURE'],
      ['group.create', 'DENIED'],
      ['user.update', 'FAILURE'],
      ['user.update', 'SUCCESS'],
      ['user.deprovision', 'SUCCESS'],
      ['user.deprovision', 'FAILURE'],
    ]);
    const log = await logOf(service, directory);
    expect(log.slice(0, 7).map(({ operation, status: one }) => [operation, one])).toEqual([
      ['createScimUser', 201],
      ['createScimUser', 409],
      ['createScimGroup', 403],
      ['updateScimUser', 412],
      ['updateScimUser', 200],
      ['deleteScimUser', 204],
      ['deleteScimUser', 404],
    ]);
  });
});
