import { describe, expect } from 'vitest';
import { aPerson } from '../../support/person.ts';
import { arrive, samlConnected } from '../../support/saml-upstream.ts';
import { test } from '../../support/service.ts';

/** A third of a minute of work, in few bytes. */
const dense = `<a>${'<a/>'.repeat(30_000)}</a>`;

describe('SAML messages of an address', () => {
  test('cost the address its work, until the connection takes no more of it', async ({ service }) => {
    const [connection, other] = [await samlConnected(service), await samlConnected(service)];
    const statuses: number[] = [];
    for (let sent = 0; sent < 3; sent++) statuses.push((await arrive(service, connection, dense)).status);
    expect(statuses).toEqual([502, 502, 429]);
    const small = await arrive(service, connection, '<a/>');
    expect(small.status).toBe(502);
    expect((await arrive(service, other, dense)).status).toBe(502);
  });

  test('cost it their work at the logout, too', async ({ service }) => {
    const { sloUrl } = await samlConnected(service);
    const statuses: number[] = [];
    for (let sent = 0; sent < 3; sent++) {
      const form = { SAMLRequest: Buffer.from(dense).toString('base64') };
      statuses.push((await aPerson(service.origin).post(new URL(sloUrl).pathname, form)).status);
    }
    expect(statuses).toEqual([400, 400, 429]);
  });
});
