import { describe, expect } from 'vitest';
import { createHash } from 'node:crypto';
import { aCredential } from '../../support/builders.ts';
import { type TestService, test } from '../../support/service.ts';

interface Row {
  action: string;
  actor_type: string;
  actor_id: string;
  target_type: string;
  target_id: string;
  result: string;
  code: string | null;
  request_id: string;
  content: string;
  salt: Buffer;
  personal_hash: Buffer;
}

/** The audit rows of a target with what may be erased beside them, oldest first. */
const rowsOf = ({ sql }: TestService, id: string) =>
  sql<Row>(
    `select a.*, p.content, p.salt from audit_logs a
       join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id and p.created_at = a.created_at
      where a.target_id = $1 order by a.created_at`,
    [id],
  );

describe('revokeCredential', () => {
  test('writes one row: who did what to what, and personal values beside it', async ({ service }) => {
    const { ours } = service;
    const { id } = await aCredential(ours);
    const { body } = await ours.call('getCredential', { path: { id } });
    await ours.call('revokeCredential', {
      path: { id },
      body: { reason: 'Ada left' },
      headers: { 'x-request-id': 'audit-1', 'user-agent': 'curl/8' },
    });
    const rows = await rowsOf(service, id);
    expect(rows).toHaveLength(2);
    const [, row] = rows;
    expect(row).toMatchObject({
      action: 'credential.revoke',
      actor_type: 'API_KEY',
      actor_id: body.createdBy,
      target_type: 'credential',
      target_id: id,
      result: 'SUCCESS',
      code: null,
      request_id: 'audit-1',
    });
    expect(JSON.parse(row?.content ?? '')).toEqual({
      actorName: expect.any(String),
      targetName: 'deploy key',
      reason: 'Ada left',
      ipAddress: '127.0.0.1',
      userAgent: 'curl/8',
      changes: [],
    });
  });

  test('holds the salted hash of the personal values', async ({ service }) => {
    const { id } = await aCredential(service.ours);
    for (const { salt, content, personal_hash } of await rowsOf(service, id)) {
      expect(salt).toHaveLength(16);
      expect(createHash('sha256').update(salt).update(content).digest()).toEqual(personal_hash);
    }
  });

  test('records what did not happen, and why', async ({ service }) => {
    const { ours, theirs } = service;
    const { id } = await aCredential(ours);
    await ours.call('revokeCredential', { path: { id }, headers: { 'if-match': '"7"' } });
    await ours.call('revokeCredential', { path: { id }, body: { reason: 1 } });
    await theirs.call('revokeCredential', { path: { id } });
    const rows = await rowsOf(service, id);
    expect(rows.map(({ action, result, code }) => [action, result, code])).toEqual([
      ['credential.create', 'SUCCESS', null],
      ['credential.revoke', 'FAILURE', 'PRECONDITION_FAILED'],
      ['credential.revoke', 'FAILURE', 'CREDENTIAL_NOT_FOUND'],
    ]);
    // Theirs stands in their own log.
    expect(new Set(await service.sql('select org_id from audit_logs where target_id = $1', [id])).size).toBe(
      3,
    );
    expect(
      await service.sql('select count(distinct org_id)::int as n from audit_logs where target_id = $1', [id]),
    ).toEqual([{ n: 2 }]);
  });
});

describe('createCredential', () => {
  test('names every action of a life by noun and verb', async ({ service }) => {
    const { ours } = service;
    const { id, identityId } = await aCredential(ours);
    const path = { id };
    await ours.call('updateCredential', { path, body: { name: 'renamed' } });
    await ours.call('rotateCredential', { path });
    await ours.call('suspendCredential', { path });
    await ours.call('reactivateCredential', { path });
    await ours.call('revokeCredential', { path });
    await ours.call('deleteCredential', { path });
    expect((await rowsOf(service, id)).map(({ action }) => action)).toEqual(
      ['create', 'update', 'rotate', 'suspend', 'reactivate', 'revoke', 'delete'].map(
        (verb) => `credential.${verb}`,
      ),
    );
    const identity = { id: identityId };
    await ours.call('updateIdentity', { path: identity, body: { name: 'renamed' } });
    await ours.call('suspendIdentity', { path: identity });
    await ours.call('reactivateIdentity', { path: identity });
    await ours.call('revokeIdentity', { path: identity });
    await ours.call('deleteIdentity', { path: identity });
    const rows = await rowsOf(service, identityId);
    expect(rows.map(({ action }) => action)).toEqual(
      ['create', 'update', 'suspend', 'reactivate', 'revoke', 'delete'].map((verb) => `identity.${verb}`),
    );
    expect(JSON.parse(rows.at(-1)?.content ?? '')).toMatchObject({ targetName: 'renamed' });
  });
});
