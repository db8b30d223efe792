import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aProvableDomain, publishAnswer, recordOf, verifyDomain } from '../../support/connections.ts';
import type { DnsAnswer } from '../../support/dns-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  // No name server here is heard in time, so the time may be short.
  service = await startTestService({}, { lookUpPacing: { tryMs: 300 } });
});
afterAll(() => service.stop());

describe('verifyFederatedDomain', () => {
  test('does not believe servers that lie or say nothing', async () => {
    const { ours } = service;
    const cases: DnsAnswer[] = [{ lie: 'id' }, { lie: 'question' }, { lie: 'cut' }, { silent: true }];
    await Promise.all(
      cases.map(async (answer, at) => {
        const client = at < 2 ? ours : service.oursTest;
        const domain = await aProvableDomain(client);
        await publishAnswer(domain, { ...answer, txt: [await recordOf(client, domain)] });
        const { body } = await verifyDomain(client, domain);
        expect(body, JSON.stringify(answer)).toMatchObject({
          code: 'DOMAIN_NOT_VERIFIED',
          details: { reason: expect.stringContaining('no response in time') },
        });
      }),
    );
  }, 30_000);
});
