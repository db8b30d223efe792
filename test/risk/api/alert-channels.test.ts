import { describe, expect } from 'vitest';
import { aReader, aRuleWith, routingKey } from '../../support/alert-channels.ts';
import { aReceiver } from '../../support/receiver.ts';
import { aUser } from '../../support/builders.ts';
import { anAlertRule } from '../../support/findings.ts';
import { test } from '../../support/service.ts';

const secretPath = 'T0SECRET/B0SECRET/canaryQ7x9';
const slack = { type: 'SLACK', url: `https://hooks.slack.com/services/${secretPath}` };
const teams = {
  type: 'TEAMS',
  url: 'https://prod-01.westus.logic.azure.com/workflows/canaryTeams?sig=canarySig',
};
const pagerDuty = { type: 'PAGERDUTY', routingKey };
const fresh = { lastSuccessAt: null, lastFailureAt: null, lastError: null };

describe('createAlertRule with channels', () => {
  test('shows each channel without its address', async ({ service: { ours } }) => {
    const reader = await aReader(ours);
    const email = { type: 'EMAIL', userIds: [reader.id] };
    const { rule } = await aRuleWith(ours, [email, slack, teams, pagerDuty, { ...pagerDuty, region: 'EU' }]);
    const id = expect.stringMatching(/^alc_/);
    const none = { region: null, userIds: [], ...fresh };
    expect(rule.channels).toEqual([
      { ...none, id, type: 'EMAIL', host: null, userIds: [reader.id] },
      { ...none, id, type: 'SLACK', host: 'hooks.slack.com' },
      { ...none, id, type: 'TEAMS', host: 'prod-01.westus.logic.azure.com' },
      { ...none, id, type: 'PAGERDUTY', host: 'events.pagerduty.com', region: 'US' },
      { ...none, id, type: 'PAGERDUTY', host: 'events.eu.pagerduty.com', region: 'EU' },
    ]);
  });

  test('keeps addresses nowhere in the clear: no answer, row, event or audit row has them', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const { ruleId, rule } = await aRuleWith(ours, [slack, teams, pagerDuty]);
    const path = { id: ruleId };
    const [first] = rule.channels;
    await ours.call('updateAlertRule', {
      path,
      body: { channels: [{ id: first.id, url: `${slack.url}2` }] },
    });
    const answers = [
      await ours.call('listAlertRules'),
      await ours.call('getAlertRule', { path }),
      await ours.call('listAuditLogs', { query: { limit: 100 } }),
      // The address is refused, and the refusal does not repeat it.
      await ours.call('updateAlertRule', {
        path,
        body: { channels: [{ ...slack, url: `http://x.example/${secretPath}` }] },
      }),
      await ours.call('updateAlertRule', {
        path,
        body: { channels: [{ type: 'PAGERDUTY', routingKey: 'canaryQ7x9' }] },
      }),
    ];
    const tables = await sql<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind = 'r'`,
    );
    const rows = [];
    for (const { name } of tables) rows.push(await sql(`select t::text as row from ${name} t`));
    const everything = JSON.stringify([answers.map(({ body }) => body), rows]);
    for (const secret of ['canaryQ7x9', 'canaryTeams', 'canarySig', routingKey])
      expect(everything).not.toContain(secret);
    expect(everything).toContain('"hasNewAddress":true');
    const { body } = await ours.call('listAuditLogs', {
      query: { action: 'alert_rule.create', targetId: ruleId },
    });
    expect(body.data[0].changes).toMatchObject([
      { field: 'channels', to: [{ host: 'hooks.slack.com' }, { type: 'TEAMS' }, { region: 'US' }] },
    ]);
  });

  test.for([
    [{ type: 'SLACK' }, 'channels.0.url'],
    [{ type: 'SLACK', url: 'http://hooks.slack.com/x' }, 'channels.0.url'],
    [{ type: 'SLACK', url: 'https://10.0.0.1/x' }, 'channels.0.url'],
    [{ type: 'SLACK', url: 'https://u:p@hooks.slack.com/x' }, 'channels.0.url'],
    [{ type: 'TEAMS', routingKey }, 'channels.0.routingKey'],
    [{ type: 'PAGERDUTY' }, 'channels.0.routingKey'],
    [{ type: 'PAGERDUTY', url: slack.url, routingKey }, 'channels.0.url'],
    [{ type: 'SLACK', url: slack.url, region: 'EU' }, 'channels.0.region'],
    [{ type: 'EMAIL' }, 'channels.0.userIds'],
    [{ type: 'EMAIL', userIds: ['usr_01kahz5v3be4nr7q2m8x9c0d1e'] }, 'channels.0.userIds'],
    [{ url: slack.url }, 'channels.0.type'],
    [{ id: 'alc_01kahz5v3be4nr7q2m8x9c0d1e' }, 'channels.0.id'],
  ] as const)('refuses %j', async ([channel, field], { service: { ours } }) => {
    const { status, body } = await ours.call('createAlertRule', {
      body: { name: 'Refused', events: ['anomaly.detected'], channels: [channel] },
    });
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(Object.keys(body.details)).toContain(field);
  });

  test('refuses more than five channels, and more than ten users', async ({ service: { ours } }) => {
    const readers = await Promise.all(Array.from({ length: 11 }, () => aReader(ours)));
    const userIds = readers.map(({ id }) => id);
    for (const channels of [Array.from({ length: 6 }, () => slack), [{ type: 'EMAIL', userIds }]]) {
      const body = { name: 'Many', events: ['anomaly.detected'], channels };
      expect((await ours.call('createAlertRule', { body })).status).toBe(400);
    }
    const { rule } = await aRuleWith(ours, [{ type: 'EMAIL', userIds: userIds.slice(1) }]);
    expect(rule.channels[0].userIds).toHaveLength(10);
  });

  test('refuses users who are not active, whose address is not verified, and of other tenants', async ({
    service,
  }) => {
    const { ours, theirs, oursTest } = service;
    const suspended = await aReader(ours);
    await ours.call('suspendUser', { path: { userId: suspended.id }, body: {} });
    const refused = [
      suspended.id,
      await aUser(ours),
      (await aReader(theirs)).id,
      (await aReader(oursTest)).id,
    ];
    for (const id of refused) {
      const body = {
        name: 'Refused',
        events: ['anomaly.detected'],
        channels: [{ type: 'EMAIL', userIds: [id] }],
      };
      const answer = await ours.call('createAlertRule', { body });
      expect([answer.status, answer.body.details['channels.0.userIds']]).toEqual([
        400,
        expect.stringContaining(id),
      ]);
    }
  });
});

describe('updateAlertRule with channels', () => {
  test('keeps the address of a channel that is named by its id, and removes those that are left out', async ({
    service: { ours, sql },
  }) => {
    const { ruleId, rule } = await aRuleWith(ours, [slack, pagerDuty]);
    const path = { id: ruleId };
    const [first, second] = rule.channels;
    const targets = () =>
      sql('select id, target, host from alert_channels where rule_id = $1 order by id', [ruleId]);
    const before = await targets();
    const etag = (await ours.call('getAlertRule', { path })).headers.get('etag');
    const { body, headers } = await ours.call('updateAlertRule', {
      path,
      body: { channels: [{ id: second.id }, { id: first.id }, teams] },
    });
    expect(body.channels.map(({ type }: { type: string }) => type)).toEqual(['PAGERDUTY', 'SLACK', 'TEAMS']);
    expect(headers.get('etag')).not.toBe(etag);
    expect(await targets()).toEqual([...before, expect.anything()]);
    const cut = await ours.call('updateAlertRule', { path, body: { channels: [{ id: second.id }] } });
    expect(cut.body.channels).toHaveLength(1);
    expect(await targets()).toHaveLength(1);
    // Nothing is said of channels, so they stay.
    expect((await ours.call('updateAlertRule', { path, body: { name: 'Other' } })).body.channels).toEqual(
      cut.body.channels,
    );
  });

  test('asks for the address again where the region or the type changes', async ({ service: { ours } }) => {
    const { ruleId, rule } = await aRuleWith(ours, [pagerDuty]);
    const [{ id }] = rule.channels;
    const change = (channel: object) =>
      ours.call('updateAlertRule', { path: { id: ruleId }, body: { channels: [channel] } });
    expect((await change({ id, region: 'EU' })).body.details).toHaveProperty(['channels.0.routingKey']);
    expect((await change({ id, type: 'SLACK', url: slack.url })).body.details).toHaveProperty([
      'channels.0.type',
    ]);
    expect((await change({ id, type: 'PAGERDUTY', region: 'US' })).status).toBe(200);
    const moved = await change({ id, region: 'EU', routingKey });
    expect(moved.body.channels[0]).toMatchObject({ id, host: 'events.eu.pagerduty.com', region: 'EU' });
    const twice = await ours.call('updateAlertRule', {
      path: { id: ruleId },
      body: { channels: [{ id }, { id }] },
    });
    expect(twice.status).toBe(400);
  });

  test('takes no channel of another rule or tenant', async ({ service: { ours, theirs } }) => {
    const { ruleId } = await aRuleWith(ours, [slack]);
    for (const client of [ours, theirs]) {
      const other = await aRuleWith(client, [slack]);
      const body = { channels: [{ id: other.rule.channels[0].id }] };
      expect((await ours.call('updateAlertRule', { path: { id: ruleId }, body })).status).toBe(400);
    }
  });

  test('keeps a user who has become inactive, and adds no other one', async ({ service: { ours } }) => {
    const [gone, other] = [await aReader(ours), await aReader(ours)];
    const { ruleId, rule } = await aRuleWith(ours, [{ type: 'EMAIL', userIds: [gone.id] }]);
    const [{ id }] = rule.channels;
    for (const { id: userId } of [gone, other])
      await ours.call('suspendUser', { path: { userId }, body: {} });
    const change = (userIds: string[]) =>
      ours.call('updateAlertRule', { path: { id: ruleId }, body: { channels: [{ id, userIds }] } });
    expect((await change([gone.id])).status).toBe(200);
    expect((await change([gone.id, other.id])).status).toBe(400);
  });
});

describe('deleteUser', () => {
  test('removes the user from the channels', async ({ service: { ours, sql } }) => {
    const [gone, stays] = [await aReader(ours), await aReader(ours)];
    const { ruleId } = await aRuleWith(ours, [{ type: 'EMAIL', userIds: [gone.id, stays.id] }]);
    expect((await ours.call('deleteUser', { path: { userId: gone.id } })).status).toBe(200);
    const { body } = await ours.call('getAlertRule', { path: { id: ruleId } });
    expect(body.channels[0].userIds).toEqual([stays.id]);
    // A change that has read the channel before fails, and does not write the user back.
    expect(await sql('select version from alert_channels where rule_id = $1', [ruleId])).toEqual([
      { version: 2 },
    ]);
  });
});

describe('deleteAlertRule', () => {
  test('removes the channels', async ({ service: { ours, sql } }) => {
    const { ruleId } = await aRuleWith(ours, [slack, teams]);
    expect((await ours.call('deleteAlertRule', { path: { id: ruleId } })).status).toBe(200);
    expect(await sql('select from alert_channels where rule_id = $1', [ruleId])).toEqual([]);
  });
});

describe('testAlertRule', () => {
  test('sends a marked message to each channel at once, and tells what became of it', async ({ service }) => {
    const { ours, sql } = service;
    const good = await aReceiver((response) => response.writeHead(200).end('ok'));
    const bad = await aReceiver((response) => response.writeHead(404).end('secret of a stranger'));
    const reader = await aReader(ours);
    const { ruleId, rule } = await aRuleWith(ours, [
      { type: 'SLACK', url: good.url },
      { type: 'TEAMS', url: bad.url },
      { type: 'SLACK', url: 'https://127.0.0.1:1/' },
      { type: 'EMAIL', userIds: [reader.id] },
    ]);
    const { status, body } = await ours.call('testAlertRule', { path: { id: ruleId } });
    const of = (at: number) => ({ id: rule.channels[at].id, type: rule.channels[at].type });
    expect([status, body]).toEqual([
      200,
      {
        channels: [
          { ...of(0), status: 'SENT', error: null },
          { ...of(1), status: 'FAILED', error: 'HTTP_4XX' },
          { ...of(2), status: 'FAILED', error: 'CONNECTION_REFUSED' },
          { ...of(3), status: 'QUEUED', error: null },
        ],
      },
    ]);
    expect(good.received.map((one) => one.body.text)).toEqual([expect.stringContaining('Test message')]);
    expect(bad.received[0]?.body.attachments[0].content.type).toBe('AdaptiveCard');
    const { body: shown } = await ours.call('getAlertRule', { path: { id: ruleId } });
    expect(shown.channels).toMatchObject([
      { lastSuccessAt: expect.any(String), lastFailureAt: null, lastError: null },
      { lastSuccessAt: null, lastFailureAt: expect.any(String), lastError: 'HTTP_4XX' },
      { lastError: 'CONNECTION_REFUSED' },
      { lastSuccessAt: null, lastFailureAt: null, lastError: null },
    ]);
    expect(shown.updatedAt).toBe(rule.updatedAt);
    expect(
      await sql(`select result from audit_logs where action = 'alert_rule.test' and target_id = $1`, [
        ruleId,
      ]),
    ).toEqual([{ result: 'SUCCESS' }]);
  });

  test('allows twenty calls a minute for all rules of an organization', async ({
    service: { ours, theirs, sql },
  }) => {
    await sql(`delete from request_windows where name like 'alert-tests:%'`);
    const asked = async (client: typeof ours) =>
      client.call('testAlertRule', { path: { id: await anAlertRule(client) } });
    for (let n = 0; n < 20; n++) expect((await asked(ours)).body).toEqual({ channels: [] });
    const refused = await asked(ours);
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect((await asked(theirs)).status).toBe(200);
    await sql(
      `update request_windows set started_at = now() - interval '61 s' where name like 'alert-tests:%'`,
    );
    expect((await asked(ours)).status).toBe(200);
  });

  test('mails a user ten times an hour at most, and not twice while a mail waits', async ({
    service: { ours, sql },
  }) => {
    await sql(`delete from request_windows where name like 'alert-tests:%'`);
    const [reader, other] = [await aReader(ours), await aReader(ours)];
    const made = await aRuleWith(ours, [{ type: 'EMAIL', userIds: [reader.id] }]);
    const ofOther = await aRuleWith(ours, [{ type: 'EMAIL', userIds: [other.id] }]);
    const outcome = async (id: string) =>
      (await ours.call('testAlertRule', { path: { id } })).body.channels[0];
    for (let n = 0; n < 10; n++)
      expect(await outcome(made.ruleId)).toMatchObject({ status: 'QUEUED', error: null });
    expect(await outcome(made.ruleId)).toMatchObject({ status: 'FAILED', error: 'MAIL_LIMIT' });
    expect(await outcome(ofOther.ruleId)).toMatchObject({ status: 'QUEUED' });
    // Mails about alerts have a queue of their own: links to sign in do not wait for them.
    expect(
      await sql(`select address from tenant_jobs where task = 'mail-alert' and payload ->> 'userId' = $1`, [
        reader.id,
      ]),
    ).toEqual([{ address: 'alerts' }]);
    expect(await sql(`select from mail_windows where kind = 'NOTICE'`)).toEqual([]);
  });

  test('does not call a private address, even if the stored channel names one', async ({ service }) => {
    const closed = await service.startNode({ EGRESS_ALLOW: '' });
    try {
      const { url, received } = await aReceiver();
      const { ruleId } = await aRuleWith(service.ours, [{ type: 'SLACK', url }]);
      const answer = await fetch(`${closed.origin}/api/v1/alert-rules/${ruleId}/test`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.ours.key}` },
      });
      expect(await answer.json()).toMatchObject({
        channels: [{ status: 'FAILED', error: 'BLOCKED_ADDRESS' }],
      });
      expect(received).toEqual([]);
    } finally {
      await closed.stop();
    }
  });
});
