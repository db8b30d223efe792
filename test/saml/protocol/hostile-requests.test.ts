import { describe, expect } from 'vitest';
import {
  type AuthnRequestContent,
  buildAuthnRequest,
} from '../../../src/saml-messages/build/authn-request.ts';
import { redirectUrl } from '../../../src/saml-messages/build/bindings.ts';
import { aSigningProvider, requestOf } from '../../support/hostile-saml.ts';
import { aPerson, type Seen } from '../../support/person.ts';
import { partner, stranger } from '../../support/saml-messages.ts';
import { samlBase } from '../../support/saml-sign-on.ts';
import { test } from '../../support/service.ts';

const codeIn = ({ status, headers }: Seen): unknown[] => [status, headers.get('x-error-code')];
const invalid = [400, 'SAML_REQUEST_INVALID'];
const unsigned = [400, 'SAML_SIGNATURE_INVALID'];

describe('postSamlSignOn', () => {
  test('accepts a signed request, and rejects every changed, old, forged or misdirected one', async ({
    service,
  }) => {
    const provider = await aSigningProvider(service.ours);
    const { sso } = provider;
    const visitor = aPerson(service.origin);
    const post = (xml: string, more: Record<string, string> = {}): Promise<Seen> =>
      visitor.post(new URL(sso).pathname, { SAMLRequest: Buffer.from(xml).toString('base64'), ...more });
    const good = buildAuthnRequest(requestOf(provider), partner);
    const fresh = (changes: Partial<AuthnRequestContent> = {}): string =>
      buildAuthnRequest({ ...requestOf(provider), ...changes }, partner);
    const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
    const other = `${samlBase(service.theirs)}/sso`;

    expect((await post(good)).status).toBe(303);
    const cases: [why: string, xml: string, expected: unknown[]][] = [
      ['sent twice', good, invalid],
      ['not signed', buildAuthnRequest(requestOf(provider), 'unsigned'), unsigned],
      ['signed by a stranger', buildAuthnRequest(requestOf(provider), stranger), unsigned],
      ['changed after the signature', fresh().replace('/acs"', '/acs2"'), unsigned],
      [
        'with a wish added after the signature',
        fresh().replace(' Version=', ' ForceAuthn="true" Version='),
        unsigned,
      ],
      [
        'signed twice',
        fresh().replace(/(<(?:\w+:)?Signature [\s\S]*<\/(?:\w+:)?Signature>)/, '$1$1'),
        unsigned,
      ],
      ['too old', fresh({ issueInstant: minutesAgo(10) }), invalid],
      ['of the future', fresh({ issueInstant: minutesAgo(-10) }), invalid],
      ['for another tenant', fresh({ destination: other }), invalid],
      [
        'for an address that is not registered',
        fresh({ assertionConsumerServiceUrl: 'https://attacker.example/acs' }),
        [400, 'SAML_ACS_MISMATCH'],
      ],
      ['of an unknown issuer', fresh({ issuer: 'https://nobody.example' }), [404, 'SP_NOT_FOUND']],
      ['with a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${fresh()}`, invalid],
      ['with a comment', fresh().replace('</saml:Issuer>', '<!-- -->.evil</saml:Issuer>'), invalid],
      ['with a processing instruction', `<?x y?>${fresh()}`, invalid],
      ['wrapped', `<x>${fresh()}</x>`, invalid],
      // Judged before the signature: to verify one costs time for each element.
      ['with 300 elements', fresh().replace('</saml:Issuer>', `$&${'<x/>'.repeat(300)}`), invalid],
      ['with 500 references', fresh().replace('</saml:Issuer>', `${'&amp;'.repeat(500)}$&`), invalid],
      ['with 128 KB of text', fresh().replace('</saml:Issuer>', `${'x'.repeat(131_072)}$&`), invalid],
      ['empty', '', invalid],
      ['no XML', 'SAML', invalid],
      ['cut off', fresh().slice(0, -20), invalid],
      ['with a NUL', `${fresh()}\u0000`, invalid],
    ];
    for (const [why, xml, expected] of cases) {
      const page = await post(xml);
      expect([why, ...codeIn(page)]).toEqual([why, ...expected]);
      expect([why, page.location]).toEqual([why, '']);
    }
    expect(codeIn(await post(fresh(), { RelayState: 'x'.repeat(1025) }))).toEqual(invalid);
    expect(codeIn(await post(fresh(), { SAMLResponse: 'AAAA' }))).toEqual(invalid);
    const twice = `SAMLRequest=${encodeURIComponent(Buffer.from(fresh()).toString('base64'))}`;
    const repeated = await service.anonymous.send('POST', new URL(sso).pathname, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `${twice}&${twice}`,
    });
    expect(repeated.status).toBe(400);
    const [kept] = await service.sql<{ count: string }>('select count(*) from saml_requests');
    expect(Number(kept?.count)).toBe(1);
  });

  test('keeps at most 8 KB of a request', async ({ service }) => {
    const provider = await aSigningProvider(service.ours);
    const { sso } = provider;
    const xml = buildAuthnRequest(
      {
        ...requestOf(provider),
        authnContextClasses: Array.from({ length: 100 }, (_, at) => `urn:x:${at}${'y'.repeat(450)}`),
      },
      partner,
    );
    const page = await aPerson(service.origin).post(new URL(sso).pathname, {
      SAMLRequest: Buffer.from(xml).toString('base64'),
    });
    expect(page.status).toBe(303);
    const [{ size } = { size: 0 }] = await service.sql<{ size: number }>(
      'select max(pg_column_size(r.*)) as size from saml_requests r',
    );
    expect(size).toBeLessThan(8192);
  });
});

test('a large signed request is judged and traced as others are', async ({ service }) => {
  const provider = await aSigningProvider(service.ours);
  const visitor = aPerson(service.origin);
  const post = async (xml: string) => {
    const fields = { SAMLRequest: Buffer.from(xml).toString('base64') };
    return codeIn(await visitor.post(new URL(provider.sso).pathname, fields));
  };
  const authnContextClasses = Array.from({ length: 100 }, (_, at) => `urn:x:${at}${'y'.repeat(100)}`);
  const large = (signer = partner): string =>
    buildAuthnRequest({ ...requestOf(provider), authnContextClasses }, signer);
  const good = large();
  expect(await post(good)).toEqual([303, null]);
  expect(await post(good)).toEqual(invalid);
  expect(await post(large().replace('/acs"', '/acs2"'))).toEqual(unsigned);
  expect(await post(large(stranger))).toEqual(unsigned);
  const { body } = await service.ours.call('listServiceProviderTraces', { path: { spId: provider.id } });
  const traces = body.data.map(({ verified, outcome, message }: Record<string, unknown>) => ({
    verified,
    outcome,
    hasSignature: String(message).includes('SignatureValue'),
  }));
  expect(traces).toContainEqual({ verified: true, outcome: 'ACCEPTED', hasSignature: true });
  expect(traces).toContainEqual({ verified: false, outcome: 'REFUSED', hasSignature: true });
});

describe('startSamlSignOn', () => {
  test('accepts a signed query, and rejects a changed one', async ({ service }) => {
    const provider = await aSigningProvider(service.ours);
    const { sso } = provider;
    const visitor = aPerson(service.origin);
    const query = (relayState = 'here'): string => {
      const xml = buildAuthnRequest(requestOf(provider), 'by-query');
      const url = new URL(redirectUrl(sso, { parameter: 'SAMLRequest', xml, relayState }, partner));
      return `${url.pathname}${url.search}`;
    };
    expect((await visitor.get(query())).status).toBe(303);
    const without = (name: string): string => query().replace(new RegExp(`&${name}=[^&]*`), '');
    expect(codeIn(await visitor.get(query().replace('RelayState=here', 'RelayState=there')))).toEqual(
      unsigned,
    );
    expect(codeIn(await visitor.get(without('RelayState')))).toEqual(unsigned);
    expect(codeIn(await visitor.get(without('Signature')))).toEqual(unsigned);
    expect(codeIn(await visitor.get(without('SigAlg')))).toEqual(unsigned);
    expect(codeIn(await visitor.get(query().replace('rsa-sha256', 'hmac-sha256')))).toEqual(unsigned);
    expect((await visitor.get(`${query()}&RelayState=there`)).status).toBe(400);
    expect((await visitor.get(`${query()}&RelayStat%65=there`)).status).toBe(400);
  });
});
