import { describe, expect, onTestFinished } from 'vitest';
import { aCallerWith, aUser } from '../../support/builders.ts';
import { type Client, createClient } from '../../support/client.ts';
import {
  aConnection,
  aDomainName,
  aProvableDomain,
  aVerifiedDomain,
  domainOf,
  eventsOfDomain,
  publishAnswer,
  publishRecord,
  recordOf,
  verifyDomain,
} from '../../support/connections.ts';
import { type DnsAnswer, sharedDns } from '../../support/dns-server.ts';
import { startTestService, test, type TestService } from '../../support/service.ts';

describe('verifyFederatedDomain', () => {
  test('proves a domain by its record, once', async ({ service }) => {
    const { ours } = service;
    const domain = await aProvableDomain(ours);
    const value = await recordOf(ours, domain);
    expect(await domainOf(ours, domain)).toEqual({
      domain,
      status: 'PENDING',
      connectionId: expect.stringMatching(/^fed_/),
      connectionType: 'OIDC',
      verification: { type: 'DNS_TXT', name: `_kd-challenge.${domain}`, value },
      verifiedAt: null,
      lastCheckedAt: null,
      createdAt: expect.any(String),
    });
    expect(value).toMatch(/^kd-verify=[\w-]{22}$/);
    const { status, body } = await verifyDomain(ours, domain.toUpperCase());
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { domain, status: 'VERIFIED', verifiedAt: expect.any(String), lastCheckedAt: expect.any(String) },
    });
    const { body: again } = await verifyDomain(ours, domain);
    expect(again).toMatchObject({ status: 'VERIFIED', verifiedAt: body.verifiedAt });
    const events = await eventsOfDomain(service, 'domain.verified', domain);
    expect(events).toMatchObject([{ data: { connectionId: body.connectionId, connectionName: 'Acme' } }]);
    const { body: audit } = await ours.call('listAuditLogs', { query: { action: 'domain.verify' } });
    expect(audit.data[0]).toMatchObject({
      target: { type: 'domain', id: body.connectionId, name: domain },
      result: 'SUCCESS',
    });
  });

  test('finds the record among others, in pieces, and behind an alias', async ({ service }) => {
    const { ours } = service;
    const cases: [what: string, answer: (value: string) => DnsAnswer][] = [
      ['among others', (value) => ({ txt: ['v=spf1 -all', `${value}x`, value] })],
      ['in two strings', (value) => ({ txt: [[value.slice(0, 5), value.slice(5)]] })],
      ['in strings of one byte', (value) => ({ txt: [[...value]] })],
      ['with empty strings', (value) => ({ txt: [['', value, '']] })],
      ['beside long ones', (value) => ({ txt: ['x'.repeat(2_000), value] })],
      [
        'in a response that needs TCP',
        (value) => ({
          txt: [...Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(250)), value],
        }),
      ],
    ];
    for (const [what, answer] of cases) {
      const domain = await aProvableDomain(ours);
      await publishAnswer(domain, answer(await recordOf(ours, domain)));
      expect((await verifyDomain(ours, domain)).body.status, what).toBe('VERIFIED');
    }
    const [alias, target] = [await aProvableDomain(ours), aDomainName()];
    await publishAnswer(alias, { cname: target });
    (await sharedDns()).answer(target, { txt: [await recordOf(ours, alias)] });
    expect((await verifyDomain(ours, alias)).body.status).toBe('VERIFIED');
  });

  test('refuses everything else, with the record that was expected', async ({ service }) => {
    const { ours } = service;
    const cases: [what: string, answer: (value: string) => DnsAnswer, reason: RegExp][] = [
      ['no such name', () => ({ code: 'NXDOMAIN' }), /no TXT record/],
      ['a name without TXT records', () => ({}), /no TXT record/],
      ['an alias of nothing', () => ({ cname: aDomainName() }), /no TXT record/],
      ['other records', () => ({ txt: ['v=spf1 -all'] }), /none of them/],
      ['the text with more behind it', (value) => ({ txt: [`${value} `] }), /none of them/],
      ['the text in two records', (value) => ({ txt: [value.slice(0, 9), value.slice(9)] }), /none of them/],
      ['the text in capitals', (value) => ({ txt: [value.toUpperCase()] }), /none of them/],
      ['the text in quotes', (value) => ({ txt: [`"${value}"`] }), /none of them/],
      ['SERVFAIL', () => ({ code: 'SERVFAIL' }), /does not respond \(SERVFAIL\)/],
      ['REFUSED', () => ({ code: 'REFUSED' }), /does not respond \(REFUSED\)/],
    ];
    for (const [what, answer, reason] of cases) {
      const domain = await aProvableDomain(ours);
      const value = await recordOf(ours, domain);
      await publishAnswer(domain, answer(value));
      const { status, body } = await verifyDomain(ours, domain);
      expect({ status, body }, what).toMatchObject({
        status: 400,
        body: {
          code: 'DOMAIN_NOT_VERIFIED',
          details: {
            domain,
            verification: { type: 'DNS_TXT', name: `_kd-challenge.${domain}`, value },
            reason: expect.stringMatching(reason),
          },
        },
      });
      expect(await domainOf(ours, domain)).toMatchObject({
        status: 'PENDING',
        verifiedAt: null,
        lastCheckedAt: expect.any(String),
      });
      await publishRecord(ours, domain);
      expect((await verifyDomain(ours, domain)).body.status, what).toBe('VERIFIED');
    }
  });

  test('is not delayed by the silent name servers of another tenant', async ({ service }) => {
    const { ours, theirs } = service;
    // No look-up asks again before the test has looked, however slow the machine is.
    const node = await service.startNode({}, { lookUpPacing: { tryMs: 30_000, totalMs: 60_000 } });
    onTestFinished(() => node.stop());
    const there = ({ key, orgId }: Client) => createClient(node.origin, key, orgId);
    const silent = await aProvableDomain(theirs);
    await publishAnswer(silent, { silent: true });
    const dns = await sharedDns();
    const name = `_kd-challenge.${silent}`;
    const pending = Array.from({ length: 6 }, () => verifyDomain(there(theirs), silent));
    await expect.poll(() => dns.asked.filter((one) => one === name).length).toBe(2);
    const domain = await aProvableDomain(ours);
    expect((await verifyDomain(there(ours), domain)).body.status).toBe('VERIFIED');
    // Two of a tenant run at a time.
    expect(dns.asked.filter((one) => one === name).length).toBe(2);
    await publishRecord(theirs, silent);
    for (const { status } of await Promise.all(pending)) expect(status).toBe(200);
  });

  test('proves the exact domain alone', async ({ service }) => {
    const { ours } = service;
    const parent = await aVerifiedDomain(ours);
    const child = `mail.${parent}`;
    await aConnection(ours, { domains: [child] });
    expect((await verifyDomain(ours, child)).body.code).toBe('DOMAIN_NOT_VERIFIED');
  });

  test('takes a failed look-up for no loss of a proof', async ({ service }) => {
    const domain = await aVerifiedDomain(service.ours);
    for (const answer of [{ code: 'NXDOMAIN' }, { code: 'SERVFAIL' }] as const) {
      await publishAnswer(domain, answer);
      expect((await verifyDomain(service.ours, domain)).body.code).toBe('DOMAIN_NOT_VERIFIED');
    }
    expect(await domainOf(service.ours, domain)).toMatchObject({ status: 'VERIFIED' });
  });

  test('answers 404 for domains that no connection of the tenant has', async ({ service }) => {
    const domain = await aProvableDomain(service.ours);
    for (const [client, name] of [
      [service.theirs, domain],
      [service.oursTest, domain],
      [service.ours, aDomainName()],
      [service.ours, 'x'],
      [service.ours, '../x'],
      [service.ours, 'a'.repeat(3_000)],
    ] as const) {
      const { status, body } = await verifyDomain(client, name);
      expect({ status, body }, name).toMatchObject({
        status: 404,
        body: { code: 'DOMAIN_NOT_FOUND', details: {} },
      });
    }
  });

  test('keeps the record of a domain that is removed and added again, and not its proof', async ({
    service,
  }) => {
    const { ours } = service;
    const domain = await aVerifiedDomain(ours);
    const value = await recordOf(ours, domain);
    const { connectionId: id } = await domainOf(ours, domain);
    await ours.call('updateOidcConnection', { path: { id }, body: { domains: [] } });
    expect(await domainOf(ours, domain)).toBeUndefined();
    const other = await aConnection(ours, { domains: [domain] });
    expect(await domainOf(ours, domain)).toMatchObject({
      status: 'PENDING',
      connectionId: other.id,
      verification: { value },
    });
    expect((await verifyDomain(ours, domain)).body.status).toBe('VERIFIED');
  });

  test('gives each tenant another record', async ({ service }) => {
    const domain = aDomainName();
    const tenants = [service.ours, service.oursTest, service.theirs];
    const values = [];
    for (const client of tenants) {
      await aConnection(client, { domains: [domain] });
      values.push(await recordOf(client, domain));
    }
    expect(new Set(values).size).toBe(3);
    // A record proves the domain for its own tenant alone.
    await publishAnswer(domain, { txt: [values[0] ?? ''] });
    expect((await verifyDomain(service.theirs, domain)).body.code).toBe('DOMAIN_NOT_VERIFIED');
    expect((await verifyDomain(service.ours, domain)).body.status).toBe('VERIFIED');
  });

  test('needs the rights of linked users, and a key that does not end', async ({ service }) => {
    const { ours, sql } = service;
    const domain = await aProvableDomain(ours);
    const { connectionId } = await domainOf(ours, domain);
    const { caller } = await aCallerWith(service, ['federation.*']);
    const { caller: ending } = await aCallerWith(service, ['*'], {
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    });
    const owner = await aUser(ours, { roles: ['OWNER'] });
    await sql(
      `insert into social_links (org_id, provider_id, subject, user_id) values ($1, $2, 'owner', $3)`,
      [ours.orgId, connectionId, owner],
    );
    const dns = await sharedDns();
    const asked = dns.asked.length;
    expect((await verifyDomain(caller, domain)).body.code).toBe('SCOPE_NOT_GRANTABLE');
    expect((await verifyDomain(ending, domain)).body.code).toBe('BOUND_NOT_GRANTABLE');
    // A caller without the right does not even learn what the DNS says.
    expect(dns.asked.length).toBe(asked);
    expect((await verifyDomain(ours, domain)).body.status).toBe('VERIFIED');
  });
});

describe('a domain that two organizations prove', () => {
  /** A domain that both organizations have on a connection, proved by theirs. */
  async function aContestedDomain({ ours, theirs }: TestService) {
    const domain = await aVerifiedDomain(theirs);
    await aConnection(ours, { domains: [domain] });
    return { domain, values: { ours: await recordOf(ours, domain), theirs: await recordOf(theirs, domain) } };
  }

  test('stays while the record of the holder is there, which is told after the proof alone', async ({
    service,
  }) => {
    const { domain, values } = await aContestedDomain(service);
    const { body: unproved } = await verifyDomain(service.ours, domain);
    expect(unproved).toMatchObject({ code: 'DOMAIN_NOT_VERIFIED' });
    expect(JSON.stringify(unproved)).not.toMatch(/organization/);
    await publishAnswer(domain, { txt: [values.theirs, values.ours] });
    const { status, body } = await verifyDomain(service.ours, domain);
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        code: 'DOMAIN_TAKEN',
        error: expect.stringContaining('remove its DNS record'),
        details: { domain, reason: expect.stringContaining('remove that record') },
      },
    });
    expect(await domainOf(service.theirs, domain)).toMatchObject({ status: 'VERIFIED' });
    expect(await domainOf(service.ours, domain)).toMatchObject({ status: 'PENDING' });
  });

  test('moves when the record of the holder is gone, with an event and an alert there', async ({
    service,
  }) => {
    const { ours, theirs } = service;
    const { domain, values } = await aContestedDomain(service);
    await publishAnswer(domain, { txt: [values.ours] });
    expect((await verifyDomain(ours, domain)).body.status).toBe('VERIFIED');
    expect(await domainOf(theirs, domain)).toMatchObject({ status: 'FAILED' });
    expect(await eventsOfDomain(service, 'domain.failed', domain)).toMatchObject([
      {
        orgId: theirs.orgId,
        data: {
          reason: 'RIVAL',
          connectionId: (await domainOf(theirs, domain))['connectionId'],
          verification: { name: `_kd-challenge.${domain}`, value: values.theirs },
        },
      },
    ]);
    const { body: alerts } = await theirs.call('listAlerts', { query: { limit: 100 } });
    expect(
      alerts.data.filter(({ description }: { description: string }) => description.includes(domain)),
    ).toHaveLength(1);
    const { body: own } = await ours.call('listAlerts', { query: { limit: 100 } });
    expect(JSON.stringify(own)).not.toContain(domain);
    const { body: audit } = await theirs.call('listAuditLogs', { query: { action: 'domain.fail' } });
    expect(audit.data[0]).toMatchObject({
      actor: { type: 'SYSTEM' },
      target: { name: domain },
      reason: 'RIVAL',
    });
    expect(JSON.stringify(audit)).not.toContain(ours.orgId);
    // The former holder takes it back in the same way.
    await publishAnswer(domain, { txt: [values.theirs] });
    expect((await verifyDomain(theirs, domain)).body.status).toBe('VERIFIED');
    expect(await domainOf(ours, domain)).toMatchObject({ status: 'FAILED' });
  });

  test('stays with the holder when the DNS stops responding in between', async ({ service }) => {
    const { domain, values } = await aContestedDomain(service);
    const dns = await sharedDns();
    const name = `_kd-challenge.${domain}`;
    dns.answerOnce(name, { txt: [values.ours] });
    dns.answer(name, { code: 'SERVFAIL' });
    expect((await verifyDomain(service.ours, domain)).body.code).toBe('DOMAIN_NOT_VERIFIED');
    expect(await domainOf(service.theirs, domain)).toMatchObject({ status: 'VERIFIED' });
  });

  test('is looked up again before it moves', async ({ service }) => {
    const { domain, values } = await aContestedDomain(service);
    const dns = await sharedDns();
    const name = `_kd-challenge.${domain}`;
    // The holder adds its record again while we ask.
    dns.answerOnce(name, { txt: [values.ours] });
    dns.answer(name, { txt: [values.ours, values.theirs] });
    expect((await verifyDomain(service.ours, domain)).body.code).toBe('DOMAIN_TAKEN');
    expect(await domainOf(service.theirs, domain)).toMatchObject({ status: 'VERIFIED' });
  });

  test('belongs to one of them after eight parallel proofs', async ({ service }) => {
    const { ours, theirs } = service;
    const domain = aDomainName();
    for (const client of [ours, theirs]) await aConnection(client, { domains: [domain] });
    await publishAnswer(domain, { txt: [await recordOf(ours, domain), await recordOf(theirs, domain)] });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => verifyDomain(at % 2 ? ours : theirs, domain)),
    );
    const holders = await service.sql<{ orgId: string }>(
      `select org_id as "orgId" from federation_domains where domain = $1 and status = 'VERIFIED'`,
      [domain],
    );
    expect(holders).toHaveLength(1);
    const winner = holders[0]?.orgId === ours.orgId ? 1 : 0;
    for (const [at, { status, body }] of answers.entries())
      expect([status, body.code ?? body.status]).toEqual(
        at % 2 === winner ? [200, 'VERIFIED'] : [409, 'DOMAIN_TAKEN'],
      );
    expect(await eventsOfDomain(service, 'domain.verified', domain)).toHaveLength(1);
  });

  test('is another one in the test environment', async ({ service }) => {
    const domain = await aVerifiedDomain(service.ours);
    await aConnection(service.oursTest, { domains: [domain] });
    await publishRecord(service.oursTest, domain);
    expect((await verifyDomain(service.oursTest, domain)).body.status).toBe('VERIFIED');
    expect(await domainOf(service.ours, domain)).toMatchObject({ status: 'VERIFIED' });
  });
});

describe('listFederatedDomains', () => {
  test('lists by name, with a filter by status', async () => {
    const alone = await startTestService();
    try {
      const { ours } = alone;
      const proved = await aVerifiedDomain(ours);
      const names = [aDomainName(), aDomainName()];
      await aConnection(ours, { domains: names });
      const list = async (query: Record<string, string | number> = {}) => {
        const { body } = await ours.call('listFederatedDomains', { query });
        return body.data.map(({ domain }: { domain: string }) => domain);
      };
      expect(await list()).toEqual([proved, ...names].toSorted());
      expect(await list({ status: 'PENDING' })).toEqual(names.toSorted());
      expect(await list({ status: 'VERIFIED' })).toEqual([proved]);
      expect(await list({ limit: 1, page: 2 })).toEqual([[proved, ...names].toSorted()[1]]);
      const { body } = await alone.theirs.call('listFederatedDomains', {});
      expect(body.data).toEqual([]);
    } finally {
      await alone.stop();
    }
  });
});
