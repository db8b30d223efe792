import { describe, expect } from 'vitest';
import { aCredential, anIdentity, aUser } from '../../support/builders.ts';
import { exportOf } from '../../support/audit.ts';
import { createClient } from '../../support/client.ts';
import { type TestService, test } from '../../support/service.ts';

const integrityOf = async ({ ours }: TestService) => (await ours.call('getAuditIntegrity')).body;

describe('listAuditLogs', () => {
  test('shows what was done, newest first, with its place in the chain once it is sealed', async ({
    service,
  }) => {
    const { ours, runTask } = service;
    const { id } = await aCredential(ours);
    await ours.call('updateCredential', {
      path: { id },
      body: { name: 'renamed' },
      headers: { 'x-request-id': 'audit-list-1', 'user-agent': 'curl/8' },
    });
    const list = async () => (await ours.call('listAuditLogs', { query: { targetId: id } })).body;
    const before = await list();
    expect(before.data.map(({ sequence, hash }: never) => [sequence, hash])).toEqual([
      [null, null],
      [null, null],
    ]);
    await runTask('seal-audit');
    const { data, pagination } = await list();
    expect(pagination).toEqual({ page: 1, limit: 20, total: 2, totalPages: 1, hasMore: false });
    expect(data[0]).toEqual({
      id: expect.stringMatching(/^aud_/),
      timestamp: expect.any(String),
      action: 'credential.update',
      actor: { type: 'API_KEY', id: expect.any(String), name: expect.any(String) },
      target: { type: 'credential', id, name: 'renamed' },
      result: 'SUCCESS',
      code: null,
      reason: null,
      ipAddress: '127.0.0.1',
      userAgent: 'curl/8',
      clientId: null,
      requestId: 'audit-list-1',
      changes: [{ field: 'name', from: 'deploy key', to: 'renamed' }],
      environment: 'live',
      erased: false,
      sequence: data[1].sequence + 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('filters by every field, and by several at once', async ({ service }) => {
    const { ours } = service;
    const { id } = await aCredential(ours);
    await ours.call('revokeCredential', {
      path: { id },
      headers: { 'if-match': '"99"', 'x-request-id': 'audit-filter-1' },
    });
    const actions = async (query: Record<string, string>) => {
      const { status, body } = await ours.call('listAuditLogs', { query: { targetId: id, ...query } });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.pagination.total).toBeGreaterThanOrEqual(body.data.length);
      return body.data.map(({ action }: { action: string }) => action);
    };
    const both = ['credential.revoke', 'credential.create'];
    const { body } = await ours.call('listAuditLogs', { query: { targetId: id } });
    const [{ timestamp, actor }] = body.data;
    expect(await actions({})).toEqual(both);
    expect(await actions({ action: 'credential.create' })).toEqual(['credential.create']);
    expect(await actions({ actorId: actor.id })).toEqual(both);
    expect(await actions({ actorId: id })).toEqual([]);
    expect(await actions({ targetType: 'credential' })).toEqual(both);
    expect(await actions({ targetType: 'identity' })).toEqual([]);
    expect(await actions({ result: 'FAILURE' })).toEqual(['credential.revoke']);
    expect(await actions({ result: 'DENIED' })).toEqual([]);
    expect(await actions({ ip: '::ffff:127.0.0.1' })).toEqual(both);
    expect(await actions({ ip: '203.0.113.7' })).toEqual([]);
    expect(await actions({ ip: '127.0.0.1', from: timestamp })).toContain('credential.revoke');
    expect(await actions({ requestId: 'audit-filter-1' })).toEqual(['credential.revoke']);
    expect(await actions({ from: timestamp, result: 'FAILURE' })).toEqual(['credential.revoke']);
    expect(await actions({ to: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await actions({ from: '2020-01-01T00:00:00Z', ip: '127.0.0.1', limit: '1' })).toHaveLength(1);
  });

  test.for([
    ['ip', '10.0.0.0/8'],
    ['ip', 'localhost'],
    ['from', 'yesterday'],
    ['to', '275760-09-13T00:00:00Z'],
    ['result', 'success'],
    ['action', '\0'],
    ['targetId', ''],
  ])('refuses %s=%s', async ([name, value], { service }) => {
    const { status, body } = await service.ours.call('listAuditLogs', {
      query: { [name ?? '']: value ?? '' },
    });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
    expect(Object.keys(body.details)).toEqual([name]);
  });
});

describe('getAuditLog', () => {
  test('shows one row, and another tenant none', async ({ service }) => {
    const { ours, theirs, oursTest } = service;
    await anIdentity(ours);
    const { body } = await ours.call('listAuditLogs', { query: { limit: 1 } });
    const [row] = body.data;
    expect((await ours.call('getAuditLog', { path: { id: row.id } })).body).toEqual(row);
    for (const [client, id] of [
      [theirs, row.id],
      [oursTest, row.id],
      [ours, 'aud_00000000000000000000000000'],
      [ours, 'x'],
    ] as const)
      expect((await client.call('getAuditLog', { path: { id } })).body.code).toBe('AUDIT_LOG_NOT_FOUND');
  });
});

describe('exportAuditLogs', () => {
  test('streams the chain between its head and a signed end, and is itself recorded', async ({ service }) => {
    const { ours } = service;
    const { id } = await aCredential(ours);
    const lines = await exportOf(ours);
    const [head, end] = [lines[0], lines.at(-1)];
    const rows = lines.filter(({ type }) => type === 'row');
    expect(head).toMatchObject({
      type: 'header',
      format: 'keyward.audit.1',
      orgId: ours.orgId,
      firstSequence: 1,
      lastSequence: rows.length,
      previousHash: '0'.repeat(64),
      unsealed: 0,
    });
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, at) => at + 1));
    expect(rows.at(-1)).toMatchObject({
      action: 'credential.create',
      target: { id },
      personal: { salt: expect.any(String) },
    });
    expect(end).toMatchObject({
      type: 'end',
      lastSequence: rows.length,
      lastHash: rows.at(-1)?.['hash'],
      omitted: 0,
    });
    expect(end?.['signature']).toEqual(expect.any(String));
    const { body } = await ours.call('listAuditLogs', { query: { action: 'audit.export', limit: 1 } });
    expect(body.data[0]).toMatchObject({
      action: 'audit.export',
      result: 'SUCCESS',
      target: { type: 'audit', id: null },
    });
  });

  test('ends where there is nothing, and keeps to a time', async ({ service }) => {
    const lines = await exportOf(service.theirs, { to: '2020-01-01T00:00:00Z' });
    expect(lines.map(({ type }) => type)).toEqual(['header', 'end']);
    const { status, body } = await service.theirs.call('exportAuditLogs', { query: { from: 'x' } });
    expect({ status, fields: Object.keys(body.details) }).toEqual({ status: 400, fields: ['from'] });
  });

  test('answers HEAD without a body, again and again', async ({ service }) => {
    for (let at = 0; at < 6; at++) {
      const { status, headers, body } = await service.ours.send('HEAD', '/api/v1/audit-logs/export');
      expect({ status, body, type: headers.get('content-type') }).toEqual({
        status: 200,
        body: '',
        type: 'application/x-ndjson',
      });
      expect(headers.get('x-request-id')).toBeTruthy();
    }
  });
});

describe('deleteUser', () => {
  test('erases what the log says of the person, and leaves the chain valid', async ({ service }) => {
    const { ours, runTask } = service;
    const userId = await aUser(ours);
    await ours.call('updateUser', { path: { userId }, body: { displayName: 'Ada Canary' } });
    await runTask('seal-audit');
    await ours.call('deleteUser', { path: { userId } });
    await runTask('seal-audit');
    const { body } = await ours.call('listAuditLogs', { query: { targetId: userId } });
    expect(body.data.map(({ action, erased }: never) => [action, erased])).toEqual([
      ['user.delete', false],
      ['user.update', true],
      ['user.create', true],
    ]);
    expect(body.data[1]).toMatchObject({
      changes: [],
      ipAddress: null,
      actor: { name: null },
      target: { name: null },
    });
    expect(await integrityOf(service)).toMatchObject({ valid: true });
    const lines = await exportOf(ours);
    expect(JSON.stringify(lines)).not.toContain('Ada Canary');
    expect(lines.at(-1)).toMatchObject({ omitted: 2, signature: expect.any(String) });
  });
});

test('shows no audit row to a key of another tenant', async ({ service }) => {
  const { theirs, ours, origin } = service;
  const name = 'a name of ours alone';
  await ours.call('createIdentity', { body: { name, type: 'CI_CD' } });
  for (const client of [theirs, createClient(origin, service.oursTest.key, service.oursTest.orgId)]) {
    expect(
      JSON.stringify((await client.call('listAuditLogs', { query: { limit: 100 } })).body),
    ).not.toContain(name);
    expect(JSON.stringify(await exportOf(client))).not.toContain(name);
    const integrity = await client.call('getAuditIntegrity');
    expect(integrity.body.lastHash).not.toBe((await integrityOf(service)).lastHash);
  }
});
