import { afterAll, beforeAll, describe, expect } from 'vitest';
import { idpKey } from '../../support/saml-connections.ts';
import { aPerson } from '../../support/person.ts';
import { sendRaw } from '../../support/raw.ts';
import { arrive, responseTo, samlConnected } from '../../support/saml-upstream.ts';
import { test, type TestService } from '../../support/service.ts';
import { aSubject, away, connected, startUpstream, type Upstream } from '../../support/upstream.ts';

// Operators watch the rate of 5xx. A stranger must not be able to page them.

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

/** The responses with 5xx of operations of federation, as Prometheus reads them. */
async function faults({ origin }: Pick<TestService, 'origin'>): Promise<string[]> {
  const { text } = await sendRaw(origin, { path: '/metrics' });
  return text
    .split('\n')
    .filter((line) =>
      /_count\{operation="(receiveSaml|finishSaml|finishFederated|finishSocial|receiveUpstream)\w*",status="5/.test(
        line,
      ),
    );
}

describe('a stranger causes no 5xx', () => {
  test('by a POST to the ACS or the logout of a SAML connection, or by its callback', async ({ service }) => {
    const before = await faults(service);
    const one = await samlConnected(service);
    const protection = { key: { ...(await idpKey()), algorithm: 'rsa-sha256' } } as const;
    const forged = responseTo(one, '_asked', { attributes: [], protection });
    for (const xml of [forged, '<a/>', 'no XML', forged.replace('Success', 'Responder')])
      for (const relayState of ['', 'sgn_x.y', `tst_${'0'.repeat(26)}.x`])
        expect((await arrive(service, one, xml, relayState)).status).toBe(400);
    const person = aPerson(service.origin);
    const forms: Record<string, string>[] = [
      {},
      { SAMLResponse: '' },
      { SAMLResponse: '%%%' },
      { SAMLRequest: 'AAAA' },
    ];
    const [acs, slo] = [one.acsUrl, one.sloUrl].map((url) => new URL(url).pathname);
    for (const path of [acs, slo])
      for (const form of forms)
        expect([form, (await person.post(path ?? '', form)).status < 500]).toEqual([form, true]);
    for (const query of ['', '?state=x', '?response=x', '?state=sgn_x.y&response=z'])
      expect((await person.open(`/api/v1/federation/saml/${one.id}/finish${query}`)).status).toBe(400);
    expect(await faults(service)).toEqual(before);
  });

  test('by a code, an error or an issuer that the browser makes up in a sign-in of its own', async ({
    service,
  }) => {
    const before = await faults(service);
    const one = await connected(service, upstream);
    for (const brought of ['code=made-up', 'error=server_error', 'error=%00', '']) {
      const { person, callback } = await away(service, one, aSubject(one));
      const seen = await person.open(callback.replace(/code=[^&]*/, brought));
      expect([brought, seen.status]).toEqual([brought, 400]);
    }
    const { person, callback } = await away(service, one, aSubject(one));
    const elsewhere = `${callback.replace(/&iss=[^&]*/, '')}&iss=https%3A%2F%2Fevil.example`;
    expect((await person.open(elsewhere)).status).toBe(400);
    expect(await faults(service)).toEqual(before);
  });
});
