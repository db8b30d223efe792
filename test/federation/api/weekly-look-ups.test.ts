import { describe, expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import {
  aConnection,
  aProvableDomain,
  aVerifiedDomain,
  domainOf,
  eventsOfDomain,
  publishAnswer,
  publishRecord,
  recordOf,
  verifyDomain,
} from '../../support/connections.ts';
import { sendRaw } from '../../support/raw.ts';
import { startTestService } from '../../support/service.ts';

describe('the weekly look-up', () => {
  /** A service whose jobs run, and a way to let the next look-up of a domain be due. */
  async function watched() {
    const service = await startTestService({ ROLE: 'all' });
    const again = async (domain: string): Promise<void> => {
      const due = `update federation_domains set next_check_at = now() - interval '1 second', last_checked_at = null where domain = $1`;
      await service.sql(due, [domain]);
      await service.runTask('watch-connections');
      const checked = () =>
        service.sql('select from federation_domains where domain = $1 and last_checked_at is not null', [
          domain,
        ]);
      await expect.poll(async () => (await checked()).length, { timeout: 20_000 }).toBeGreaterThan(0);
    };
    const stateOf = async (client: Client, domain: string) => {
      const [row] = await service.sql<{ status: string; misses: number; days: number }>(
        `select status, misses, round(extract(epoch from next_check_at - now()) / 86400)::int as days
           from federation_domains where domain = $1 and org_id = $2`,
        [domain, client.orgId],
      );
      return row;
    };
    return { service, again, stateOf };
  }

  test('fails a domain whose record is absent three times in a row, and proves it again', async () => {
    const { service, again, stateOf } = await watched();
    try {
      const { ours } = service;
      const domain = await aVerifiedDomain(ours);
      await again(domain);
      expect(await stateOf(ours, domain)).toEqual({ status: 'VERIFIED', misses: 0, days: 7 });
      await publishAnswer(domain, { code: 'NXDOMAIN' });
      await again(domain);
      await again(domain);
      expect(await stateOf(ours, domain)).toEqual({ status: 'VERIFIED', misses: 2, days: 7 });
      // An outage does not count as a miss, and does not end the count.
      await publishAnswer(domain, { code: 'SERVFAIL' });
      await again(domain);
      expect(await stateOf(ours, domain)).toEqual({ status: 'VERIFIED', misses: 2, days: 1 });
      const { text } = await sendRaw(service.origin, { path: '/metrics' });
      expect(text).toMatch(/^keyward_domain_lookups_total\{outcome="unknown"\} 1$/m);
      expect(text).toMatch(/^keyward_domain_lookups_total\{outcome="absent"\} 2$/m);
      // A record that is there begins the count again.
      await publishRecord(ours, domain);
      await again(domain);
      expect(await stateOf(ours, domain)).toMatchObject({ misses: 0 });
      await publishAnswer(domain, { txt: ['another text'] });
      await again(domain);
      await publishAnswer(domain, {});
      await again(domain);
      expect(await eventsOfDomain(service, 'domain.failed', domain)).toEqual([]);
      await again(domain);
      expect(await stateOf(ours, domain)).toEqual({ status: 'FAILED', misses: 3, days: 7 });
      expect(await eventsOfDomain(service, 'domain.failed', domain)).toMatchObject([
        { data: { reason: 'RECORD_MISSING', connectionName: 'Acme' } },
      ]);
      const { body: alerts } = await ours.call('listAlerts', {});
      expect(alerts.data).toMatchObject([
        { title: 'A domain is no longer proved', source: { type: 'CONNECTION' }, severity: 'HIGH' },
      ]);
      // It stays failed, without another event.
      await again(domain);
      expect(await eventsOfDomain(service, 'domain.failed', domain)).toHaveLength(1);
      await publishRecord(ours, domain);
      await again(domain);
      expect(await stateOf(ours, domain)).toEqual({ status: 'VERIFIED', misses: 0, days: 7 });
      expect(await eventsOfDomain(service, 'domain.verified', domain)).toMatchObject([
        {},
        { data: { verifiedBy: { type: 'SYSTEM' } } },
      ]);
    } finally {
      await service.stop();
    }
  }, 60_000);

  test('leaves a domain alone that was never proved, or that another organization has', async () => {
    const { service, again, stateOf } = await watched();
    try {
      const { ours, theirs } = service;
      const pending = await aProvableDomain(ours);
      const taken = await aVerifiedDomain(theirs);
      await aConnection(ours, { domains: [taken] });
      await publishRecord(ours, taken);
      expect((await verifyDomain(ours, taken)).body.status).toBe('VERIFIED');
      // Both records are there now, and the look-up of the former holder takes nothing back.
      await publishAnswer(taken, { txt: [await recordOf(ours, taken), await recordOf(theirs, taken)] });
      await again(taken);
      await expect.poll(async () => (await stateOf(theirs, taken))?.days, { timeout: 20_000 }).toBe(7);
      expect(await stateOf(theirs, taken)).toMatchObject({ status: 'FAILED' });
      expect(await stateOf(ours, taken)).toMatchObject({ status: 'VERIFIED' });
      expect(await domainOf(ours, pending)).toMatchObject({ status: 'PENDING', lastCheckedAt: null });
    } finally {
      await service.stop();
    }
  }, 60_000);
});
