import { describe, expect, test } from 'vitest';
import type { PublishedSettings } from '../../../src/saml/entities/service-provider.ts';
import { publishedParts } from '../../../src/saml/published-parts.ts';
import { judgeMetadata } from '../../../src/saml-metadata/metadata-refresh.ts';

const known: PublishedSettings = {
  acsUrls: [{ url: 'https://app.example.com/acs', binding: 'HTTP-POST', index: 0, isDefault: true }],
  sloUrl: 'https://app.example.com/slo',
  sloResponseUrl: null,
  sloSoapUrl: null,
  sloBinding: 'HTTP-Redirect',
  signingCertificates: ['one'],
  encryptionCertificate: 'two',
};
const judge = (changes: Partial<PublishedSettings>, isVerified = false, before = known) =>
  judgeMetadata(publishedParts, before, { settings: { ...before, ...changes }, isVerified });
const acs = (url: string): PublishedSettings['acsUrls'] => [
  { url, binding: 'HTTP-POST', index: 0, isDefault: true },
];

describe('judgeMetadata', () => {
  test('finds nothing in the same metadata, however Postgres orders its fields', () => {
    const reordered = known.acsUrls.map(({ url, binding, index, isDefault }) => ({
      isDefault,
      index,
      binding,
      url,
    }));
    expect(judge({ acsUrls: reordered })).toEqual({ applied: {}, pending: null });
  });

  test.for([
    ['a certificate beside a known one', { signingCertificates: ['one', 'new'] }],
    ['a replaced certificate while the other use keeps its own', { signingCertificates: ['new'] }],
    ['an endpoint at a known origin', { acsUrls: acs('https://app.example.com/acs2') }],
    ['a logout endpoint that is gone', { sloUrl: null }],
  ] as const)('applies %s', ([, changes]) => {
    expect(judge(changes as Partial<PublishedSettings>)).toEqual({ applied: changes, pending: null });
  });

  test.for([
    ['replaced certificates', { signingCertificates: ['new'], encryptionCertificate: 'new' }],
    ['certificates that are all gone', { signingCertificates: [], encryptionCertificate: null }],
  ])('lets %s wait, unless the pinned key signed the metadata', ([, changes]) => {
    const settings = changes as Partial<PublishedSettings>;
    expect(judge(settings)).toMatchObject({
      applied: {},
      pending: { reasons: ['CERTIFICATES_REPLACED'], settings },
    });
    expect(judge(settings, true)).toEqual({ applied: settings, pending: null });
  });

  test('lets the first certificate wait', () => {
    const bare = { ...known, signingCertificates: [], encryptionCertificate: null };
    expect(judge({ signingCertificates: ['new'] }, false, bare).pending?.reasons).toEqual([
      'CERTIFICATES_REPLACED',
    ]);
  });

  test.for([
    'https://evil.example/acs',
    'https://app.example.com:8443/acs',
    'http://app.example.com/acs',
    'https://app.example.com.evil.example/acs',
  ])('lets an endpoint at %s wait, also if the pinned key signed the metadata', (url) => {
    const changes = { acsUrls: acs(url), signingCertificates: ['one', 'new'] };
    for (const isVerified of [false, true])
      expect(judge(changes, isVerified)).toMatchObject({
        applied: { signingCertificates: ['one', 'new'] },
        pending: { reasons: ['NEW_ENDPOINT_HOST'], settings: { acsUrls: changes.acsUrls } },
      });
  });

  test('names a change by its content', () => {
    const [one, same, other] = [
      judge({ sloUrl: 'https://a.example/' }),
      judge({ sloUrl: 'https://a.example/' }),
      judge({ sloUrl: 'https://b.example/' }),
    ];
    expect(one.pending?.id).toBe(same.pending?.id);
    expect(one.pending?.id).not.toBe(other.pending?.id);
  });
});
