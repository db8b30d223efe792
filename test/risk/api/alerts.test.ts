import { describe, expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { aCredential, anIdentity, aUser, eventsAbout } from '../../support/builders.ts';
import { anAlert, anAlertRule } from '../../support/findings.ts';
import {
  follow,
  happened,
  violation,
  anomalyOf,
  leaked,
  alertsOf,
  alertsAbout,
  toldOf,
  riskOf,
} from '../../support/followed.ts';
import { test } from '../../support/service.ts';

describe('alerts without a rule', () => {
  test('become one alert, with a count, for a storm of violations', async ({ service }) => {
    const policyId = newId('pol');
    const storm = Array.from({ length: 1000 }, () => violation(null, { policyId, identityName: null }));
    await happened(service, 'policy.violated', storm);
    await follow(service);
    const [alert, ...more] = await alertsAbout(service, policyId);
    expect(more).toEqual([]);
    expect(alert).toMatchObject({
      ruleId: null,
      title: 'A policy was violated',
      severity: 'MEDIUM',
      status: 'OPEN',
      source: { type: 'POLICY', id: policyId },
      count: 1000,
    });
    expect(await toldOf(service, alert?.['id'])).toHaveLength(1);
  });

  test('are sent again when they become graver, and start a new alert once resolved', async ({ service }) => {
    const policyId = newId('pol');
    const violate = async (severity: string) => {
      await happened(service, 'policy.violated', [violation(null, { policyId, severity })]);
      await follow(service);
      return alertsAbout(service, policyId);
    };
    const [first] = await violate('LOW');
    const id = String(first?.['id']);
    expect(await violate('CRITICAL')).toEqual([
      expect.objectContaining({ id, severity: 'CRITICAL', count: 2 }),
    ]);
    await violate('LOW');
    expect((await toldOf(service, id)).map(({ data }) => data['severity'])).toEqual(['LOW', 'CRITICAL']);
    const { status } = await service.ours.call('updateAlert', { path: { id }, body: { status: 'RESOLVED' } });
    expect(status).toBe(200);
    expect(await violate('LOW')).toHaveLength(2);
  });

  test('do not exist for a policy that only reports, or does not request alerts', async ({ service }) => {
    const [watching, silent] = [newId('pol'), newId('pol')];
    await happened(service, 'policy.violated', [
      violation(null, { policyId: watching, mode: 'REPORT_ONLY' }),
      violation(null, { policyId: silent, details: { actions: ['DENY'] } }),
    ]);
    await follow(service);
    expect([...(await alertsAbout(service, watching)), ...(await alertsAbout(service, silent))]).toEqual([]);
  });

  test('report that an owner left and no longer owns the identity', async ({ service }) => {
    const { ours, sql } = service;
    for (const [operation, trigger] of [
      ['deprovisionUser', 'user.deprovisioned'],
      ['deleteUser', 'user.deleted'],
    ] as const) {
      const userId = await aUser(ours);
      const ids = [
        await anIdentity(ours, { name: 'first-bot', ownerUserId: userId }),
        await anIdentity(ours, { name: 'second-bot', ownerUserId: userId }),
      ];
      await ours.call(operation, { path: { userId } });
      await follow(service);
      const [alert, ...more] = await alertsAbout(service, userId);
      expect(more).toEqual([]);
      expect(alert).toMatchObject({ severity: 'MEDIUM', count: 1, source: { type: 'USER', id: userId } });
      expect(alert?.['description']).toMatch(/first-bot|second-bot/);
      for (const id of ids) {
        expect((await ours.call('getIdentity', { path: { id } })).body.ownerUserId, trigger).toBeNull();
        expect((await riskOf(service, id)).factors).toEqual(['NO_OWNER']);
        const updates = (await eventsAbout(service, id)).filter(({ type }) => type === 'identity.updated');
        expect(updates).toHaveLength(1);
      }
    }
    const [audited] = await sql<{ many: number }>(
      "select count(*)::int as many from audit_logs where action = 'identity.update' and actor_type = 'SYSTEM'",
    );
    expect(audited?.many).toBe(2);
  });

  test('and an anomaly report a leaked secret, which counts until the service no longer accepts it', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const ownerUserId = await aUser(ours);
    const identityId = await anIdentity(ours, { ownerUserId });
    const { id } = await aCredential(ours, { identityId });
    await follow(service);
    const before = await riskOf(service, identityId);
    await leaked(service, id);
    await follow(service);
    const { body } = await ours.call('listAnomalies', { query: { credentialId: id } });
    expect(body.data).toEqual([
      expect.objectContaining({
        type: 'LEAKED_SECRET',
        severity: 'CRITICAL',
        score: 100,
        evidence: expect.objectContaining({ source: 'GITHUB' }),
      }),
    ]);
    expect(await alertsAbout(service, id)).toEqual([expect.objectContaining({ severity: 'CRITICAL' })]);
    expect((await riskOf(service, identityId)).score).toBe(before.score + 60);
    // The old secret is accepted for an hour.
    await ours.call('rotateCredential', { path: { id }, body: { gracePeriod: 3600 } });
    await follow(service);
    expect((await riskOf(service, identityId)).factors).toContain('LEAKED_SECRET');
    await sql("update credentials set previous_expires_at = now() - interval '1 second' where id = $1", [id]);
    await service.runTask('weigh-risk');
    expect((await riskOf(service, identityId)).factors).not.toContain('LEAKED_SECRET');
  });
});

describe('alert rules', () => {
  test('raise alerts for events that match their conditions', async ({ service }) => {
    const { ours } = service;
    const identityId = await anIdentity(ours, { tags: ['production'] });
    const fitting = await anAlertRule(ours, {
      conditions: { minSeverity: 'HIGH', identityTypes: ['CI_CD'], tags: ['production', 'other'] },
    });
    const others = [
      await anAlertRule(ours, { conditions: { minSeverity: 'CRITICAL' } }),
      await anAlertRule(ours, { conditions: { tags: ['staging'] } }),
      await anAlertRule(ours, { conditions: { identityTypes: ['AI_AGENT'] } }),
      await anAlertRule(ours, { enabled: false }),
      await anAlertRule(ours, { events: ['policy.violated'] }),
    ];
    await anomalyOf(service, identityId);
    expect(await alertsOf(service, { ruleId: fitting })).toEqual([
      expect.objectContaining({
        identityId,
        severity: 'HIGH',
        title: 'An anomaly was detected: NEW_COUNTRY',
      }),
    ]);
    for (const ruleId of others) {
      expect(await alertsOf(service, { ruleId })).toEqual([]);
      await ours.call('deleteAlertRule', { path: { id: ruleId } });
    }
    await ours.call('deleteAlertRule', { path: { id: fitting } });
    expect(await alertsOf(service, { ruleId: fitting })).toHaveLength(1);
  });

  test('raise no second alert soon after the first, even if that is resolved', async ({ service }) => {
    const { ours, sql } = service;
    const identityId = await anIdentity(ours);
    const ruleId = await anAlertRule(ours, { throttleSeconds: 600 });
    await anomalyOf(service, identityId);
    const [alert] = await alertsOf(service, { ruleId });
    const path = { id: String(alert?.['id']) };
    await ours.call('updateAlert', { path, body: { status: 'RESOLVED' } });
    await anomalyOf(service, identityId, 'CRITICAL');
    expect(await alertsOf(service, { ruleId })).toEqual([
      expect.objectContaining({ status: 'RESOLVED', count: 2 }),
    ]);
    expect(await toldOf(service, path.id)).toHaveLength(1);
    await sql("update alerts set created_at = created_at - interval '11 minutes' where id = $1", [path.id]);
    await anomalyOf(service, identityId);
    expect(await alertsOf(service, { ruleId })).toHaveLength(2);
    await ours.call('deleteAlertRule', { path: { id: ruleId } });
  });

  test('see nothing of another organization', async ({ service }) => {
    const ruleId = await anAlertRule(service.theirs);
    await anomalyOf(service, await anIdentity(service.ours));
    const { body } = await service.theirs.call('listAlerts', { query: { ruleId } });
    expect(body.data).toEqual([]);
  });
});

describe('updateAlertRule', () => {
  test('changes single fields; an organization has at most a hundred rules', async ({ service }) => {
    const { ours, sql } = service;
    const id = await anAlertRule(ours, { conditions: { minSeverity: 'HIGH', tags: ['a'] } });
    const { body, headers } = await ours.call('updateAlertRule', {
      path: { id },
      body: { name: 'Another name', conditions: { tags: null }, throttleSeconds: 60 },
    });
    expect(body).toMatchObject({
      name: 'Another name',
      conditions: { minSeverity: 'HIGH', identityTypes: null, tags: null },
      throttleSeconds: 60,
    });
    expect(headers.get('etag')).toBe('"2"');
    const stale = await ours.call('deleteAlertRule', { path: { id }, headers: { 'If-Match': '"1"' } });
    expect(stale.status).toBe(412);
    await sql(
      `insert into alert_rules (org_id, id, name, events, conditions, enabled)
       select $1, new_id('alr'), 'Rule', '{anomaly.detected}', '{"minSeverity": "LOW", "identityTypes": null, "tags": null}', false
         from generate_series(1, 100)`,
      [ours.orgId],
    );
    const { status, body: refusal } = await ours.call('createAlertRule', {
      body: { name: 'One more', events: ['anomaly.detected'] },
    });
    expect([status, refusal.code]).toEqual([409, 'QUOTA_EXCEEDED']);
    await sql('delete from alert_rules where org_id = $1', [ours.orgId]);
  });
});

describe('listAlerts', () => {
  test('filters by status and severity', async ({ service: { ours } }) => {
    const id = await anAlert(ours);
    const { body } = await ours.call('listAlerts', { query: { status: 'OPEN', severity: 'HIGH' } });
    expect(body.data.map((alert: { id: string }) => alert.id)).toContain(id);
    const { body: others } = await ours.call('listAlerts', {
      query: { status: 'ACKNOWLEDGED', severity: 'HIGH' },
    });
    expect(others.data).toEqual([]);
  });
});

describe('getAlert', () => {
  test('shows the alert with its version', async ({ service: { ours } }) => {
    const id = await anAlert(ours);
    const { body, headers } = await ours.call('getAlert', { path: { id } });
    expect(body).toMatchObject({ id, ruleId: null, status: 'OPEN', count: 1, resolvedAt: null });
    expect(headers.get('etag')).toBe('"1"');
  });
});

describe('updateAlert', () => {
  test('acknowledges an alert, then resolves it permanently', async ({ service: { ours } }) => {
    const path = { id: await anAlert(ours) };
    const become = async (status: string) => {
      const answer = await ours.call('updateAlert', { path, body: { status } });
      return answer.body.code ?? answer.body.status;
    };
    expect(await become('ACKNOWLEDGED')).toBe('ACKNOWLEDGED');
    expect(await become('OPEN')).toBe('ALERT_STATE_CONFLICT');
    expect(await become('RESOLVED')).toBe('RESOLVED');
    expect(await become('RESOLVED')).toBe('RESOLVED');
    expect(await become('ACKNOWLEDGED')).toBe('ALERT_STATE_CONFLICT');
  });
});

const everything = { minSeverity: 'LOW', identityTypes: null, tags: null };

describe('createAlertRule', () => {
  test('fills in defaults', async ({ service: { ours } }) => {
    const body = { name: 'Everything', events: ['policy.violated'] };
    const { status, body: rule } = await ours.call('createAlertRule', { body });
    expect([status, rule]).toEqual([
      201,
      expect.objectContaining({ ...body, conditions: everything, enabled: true, throttleSeconds: 300 }),
    ]);
    await ours.call('deleteAlertRule', { path: { id: rule.id } });
  });
});

describe('getAlertRule', () => {
  test('shows the rule as created', async ({ service: { ours } }) => {
    const id = await anAlertRule(ours);
    const { body } = await ours.call('getAlertRule', { path: { id } });
    expect(body).toMatchObject({ id, conditions: everything, enabled: true });
  });
});

describe('listAlertRules', () => {
  test('lists the newest first', async ({ service: { ours } }) => {
    const ids = [await anAlertRule(ours), await anAlertRule(ours)];
    const { body } = await ours.call('listAlertRules');
    const listed = body.data.map(({ id }: { id: string }) => id);
    expect(listed.slice(0, 2)).toEqual(ids.toReversed());
  });
});

describe('deleteAlertRule', () => {
  test('removes the rule', async ({ service: { ours } }) => {
    const path = { id: await anAlertRule(ours) };
    expect((await ours.call('deleteAlertRule', { path })).status).toBe(200);
    expect((await ours.call('deleteAlertRule', { path })).body.code).toBe('ALERT_RULE_NOT_FOUND');
  });
});

describe('followEvents', () => {
  test('processes each event once when several nodes run it', async ({ service }) => {
    const policyId = newId('pol');
    await happened(
      service,
      'policy.violated',
      Array.from({ length: 200 }, () => violation(null, { policyId })),
    );
    await Promise.all([follow(service), follow(service), follow(service)]);
    await follow(service);
    expect(await alertsAbout(service, policyId)).toEqual([expect.objectContaining({ count: 200 })]);
    expect(await service.sql('select from governance_inbox')).toHaveLength(0);
  });

  test('does not loop over the events that it emits itself', async ({ service }) => {
    const ruleId = await anAlertRule(service.ours, { events: ['anomaly.detected', 'credential.leaked'] });
    const { id } = await aCredential(service.ours);
    await leaked(service, id);
    await follow(service);
    await follow(service);
    // One of the leak, one of the anomaly that it is.
    expect((await alertsOf(service, { ruleId })).map(({ count }) => count)).toEqual([1, 1]);
    await service.ours.call('deleteAlertRule', { path: { id: ruleId } });
  });

  test('copies no events of uses and alerts', async ({ service }) => {
    const { sql, organizations } = service;
    await sql(
      "insert into events (org_id, id, type, data) values ($1, 'evt_used', 'credential.used', '{}'), ($1, 'evt_alert', 'alert.triggered', '{}')",
      [organizations.ours.live.orgId],
    );
    expect(await sql("select from governance_inbox where event_id in ('evt_used', 'evt_alert')")).toEqual([]);
    await sql("delete from events where id in ('evt_used', 'evt_alert')");
  });
});
