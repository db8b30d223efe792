import { describe, expect } from 'vitest';
import { operations, type Operations } from '../../../generated/operations.ts';
import { eventTypes } from '../../../src/platform/events.ts';
import { ownActions } from '../../../src/audit/own-actions.ts';
import { auditActions } from '../../../src/platform/audit-actions.ts';
import { createWebhook } from '../../support/webhooks.ts';
import { test } from '../../support/service.ts';

const anId = (prefix: string) => `must be an ID such as ${prefix}_01kahz5v3be4nr7q2m8x9c0d1e`;
const idn = 'must be an ID such as idn_01kahz5v3be4nr7q2m8x9c0d1e';

describe('a filter that can match nothing', () => {
  const cases: [keyof Operations, Record<string, string>, Record<string, unknown>][] = [
    ['listAuditLogs', { action: 'nope' }, { action: expect.stringContaining('credential.rotate, ') }],
    [
      'listAuditLogs',
      { action: 'oidc_device.deny' },
      { action: 'must be one of oidc_device.allow, oidc_device.refuse' },
    ],
    ['listAuditLogs', { targetType: 'Credential' }, { targetType: expect.stringContaining('credential, ') }],
    ['listAuditLogs', { actorId: 'ada' }, { actorId: anId('cred') }],
    ['listAuditLogs', { targetId: 'cred_1' }, { targetId: anId('cred') }],
    [
      'listAuditLogs',
      { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' },
      { from: 'must be before `to`' },
    ],
    [
      'exportAuditLogs',
      { from: '2026-02-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
      { from: 'must be before `to`' },
    ],
    ['listIdentities', { tag: 'a,b' }, { tag: expect.stringContaining('one tag') }],
    ['listIdentities', { ownerUserId: 'ada' }, { ownerUserId: anId('usr') }],
    ['listCredentials', { identityId: 'x' }, { identityId: idn }],
    ['listUnusedCredentials', { identityId: 'cred_01kahz5v3be4nr7q2m8x9c0d1e' }, { identityId: idn }],
    ['listAnomalies', { identityId: 'x' }, { identityId: idn }],
    ['listAnomalies', { credentialId: 'x' }, { credentialId: anId('cred') }],
    ['listAlerts', { ruleId: 'x' }, { ruleId: anId('alr') }],
    ['listAlerts', { identityId: 'x' }, { identityId: idn }],
  ];
  test.for(cases)('is refused with what is allowed: %s %j', async ([id, query, details], { service }) => {
    const { status, body } = await service.ours.call(id, { query });
    expect([status, body.code, body.details]).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  test.for(['listDeliveries', 'listDeadLetters'] as const)(
    'is refused by %s for a type that no event has',
    async (id, { service: { ours } }) => {
      const webhook = await createWebhook(ours);
      const path = { id: webhook.id };
      const { status, body } = await ours.call(id, { path, query: { eventType: 'credential.create' } });
      expect([status, body.details]).toEqual([
        400,
        { eventType: expect.stringContaining('credential.created') },
      ]);
      expect((await ours.call(id, { path, query: { eventType: 'webhook.test' } })).status).toBe(200);
    },
  );

  test('is an empty list for the id of something that is gone', async ({ service: { ours } }) => {
    const { status, body } = await ours.call('listCredentials', {
      query: { identityId: 'idn_01kahz5v3be4nr7q2m8x9c0d1e' },
    });
    expect([status, body.data]).toEqual([200, []]);
  });

  test('knows every action that the contract declares, and every event', () => {
    // Acts of operators are in an audit of their own.
    const declared: string[] = Object.values(operations).flatMap(({ audit, scheme }) =>
      audit === null || audit === 'none' || scheme === 'operatorKey' ? [] : audit,
    );
    expect(ownActions.filter((action) => declared.includes(action))).toEqual([]);
    expect(auditActions).toEqual([...new Set([...declared, ...ownActions])].toSorted());
    expect(eventTypes).toContain('credential.rotated');
  });
});
