import { describe, expect } from 'vitest';
import { aReader, aRuleWith } from '../../support/alert-channels.ts';
import { aCallerWith } from '../../support/builders.ts';
import { anAlertRule } from '../../support/findings.ts';
import { test } from '../../support/service.ts';

// Who chooses an address makes this server call it, and gives alerts to it (docs/decisions/0121).
const slack = { type: 'SLACK', url: 'https://hooks.slack.com/services/T0/B0/x' };
const ofRule = { name: 'Spy', events: ['anomaly.detected'] };

describe('a key that may write alert rules', () => {
  test.for([
    [['alerts.write', 'webhooks.write'], 403, 'SCOPE_NOT_GRANTABLE'],
    [['alerts.write', 'alerts.read'], 403, 'INSUFFICIENT_SCOPE'],
    [['alerts.write', 'alerts.read', 'webhooks.write'], 201, undefined],
  ] as const)('%j gives an address: %d', async ([scopes, status, code], { service }) => {
    const { caller } = await aCallerWith(service, [...scopes]);
    const answer = await caller.call('createAlertRule', { body: { ...ofRule, channels: [slack] } });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    const id = await anAlertRule(service.ours);
    const change = await caller.call('updateAlertRule', { path: { id }, body: { channels: [slack] } });
    expect(change.status).toBe(status === 201 ? 200 : status);
  });

  test('needs directory.read to choose users', async ({ service }) => {
    const reader = await aReader(service.ours);
    const body = { ...ofRule, channels: [{ type: 'EMAIL', userIds: [reader.id] }] };
    const scopes = ['alerts.write', 'alerts.read'];
    const { caller: without } = await aCallerWith(service, scopes);
    expect((await without.call('createAlertRule', { body })).body.code).toBe('INSUFFICIENT_SCOPE');
    const { caller } = await aCallerWith(service, [...scopes, 'directory.read']);
    expect((await caller.call('createAlertRule', { body })).status).toBe(201);
  });

  test('cannot choose what a channel gets, stop it or remove it without reading alerts', async ({
    service,
  }) => {
    const { ruleId, rule } = await aRuleWith(service.ours, [slack]);
    const [{ id }] = rule.channels;
    const { caller } = await aCallerWith(service, ['alerts.write']);
    const path = { id: ruleId };
    for (const body of [
      { events: ['anomaly.detected', 'credential.leaked'] },
      { conditions: { minSeverity: 'CRITICAL' } },
      { enabled: false },
      { channels: [] },
    ])
      expect((await caller.call('updateAlertRule', { path, body })).body.code, JSON.stringify(body)).toBe(
        'SCOPE_NOT_GRANTABLE',
      );
    expect((await caller.call('deleteAlertRule', { path })).body.code).toBe('SCOPE_NOT_GRANTABLE');
    expect((await caller.call('updateAlertRule', { path, body: { name: 'Renamed' } })).status).toBe(200);
    expect((await caller.call('updateAlertRule', { path, body: { channels: [{ id }] } })).status).toBe(200);
  });

  // Deleting the rule ends as much.
  test('needs no webhooks.write to remove an address', async ({ service }) => {
    const { ruleId } = await aRuleWith(service.ours, [slack]);
    const { caller } = await aCallerWith(service, ['alerts.write', 'alerts.read']);
    const answer = await caller.call('updateAlertRule', { path: { id: ruleId }, body: { channels: [] } });
    expect([answer.status, answer.body.channels]).toEqual([200, []]);
  });

  test('that ends, or is bound to addresses, gives no address', async ({ service }) => {
    const scopes = ['alerts.write', 'alerts.read', 'webhooks.write'];
    for (const bound of [
      { expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
      { allowedIps: ['127.0.0.0/8'] },
    ]) {
      const { caller } = await aCallerWith(service, scopes, bound);
      const answer = await caller.call('createAlertRule', { body: { ...ofRule, channels: [slack] } });
      expect([answer.status, answer.body.code]).toEqual([403, 'BOUND_NOT_GRANTABLE']);
      expect((await caller.call('createAlertRule', { body: ofRule })).status).toBe(201);
    }
  });
});
