import { describe, expect } from 'vitest';
import { aPerson } from '../../support/person.ts';
import { arrive, samlConnected } from '../../support/saml-upstream.ts';
import { test } from '../../support/service.ts';

/** A sixth of what an address may send at once, in few bytes. */
const dense = `<a>${'<a/>'.repeat(1_999)}</a>`;
/** How many an address may send at once. */
const mostAtOnce = 6;

describe('SAML messages of an address', () => {
  test('cost the address its work, until the connection takes no more of it', async ({ service }) => {
    const [connection, other] = [await samlConnected(service), await samlConnected(service)];
    const statuses: number[] = [];
    while (statuses.length < 50 && !statuses.includes(429))
      statuses.push((await arrive(service, connection, dense)).status);
    expect(statuses.length).toBeGreaterThan(mostAtOnce);
    expect(statuses.at(-1)).toBe(429);
    const small = await arrive(service, connection, '<a/>');
    expect(small.status).toBe(400);
    expect((await arrive(service, other, dense)).status).toBe(400);
  });

  test('cost it their work at the logout, too', async ({ service }) => {
    const { sloUrl } = await samlConnected(service);
    const statuses: number[] = [];
    const form = { SAMLRequest: Buffer.from(dense).toString('base64') };
    while (statuses.length < 50 && !statuses.includes(429))
      statuses.push((await aPerson(service.origin).post(new URL(sloUrl).pathname, form)).status);
    expect(statuses.length).toBeGreaterThan(mostAtOnce);
    expect(statuses.at(-1)).toBe(429);
  });
});
