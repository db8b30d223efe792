import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientCertificateReader } from '../../../src/conditional-access/resources/client-certificate.ts';
import { isCurrent, unreadableCertificate } from '../../../src/lib/client-certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'client-certificate-'));
let der: Buffer;
let pem: string;
let thumbprint: string;
/** Certificates whose base64 ends with padding. */
const padded: Buffer[] = [];
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

beforeAll(() => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'device.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const made = (name: string): string => {
    const subject = ['-subj', `/CN=${name}`, '-days', '2', '-nodes', '-keyout', key, '-out', certificate];
    execFileSync('openssl', ['req', '-x509', ...kind, ...subject], { stdio: 'ignore' });
    return readFileSync(certificate, 'utf8');
  };
  while (padded.length === 0)
    padded.push(...[new X509Certificate(made('padded')).raw].filter(({ length }) => length % 3 > 0));
  pem = made('device');
  der = new X509Certificate(pem).raw;
  thumbprint = createHash('sha256').update(der).digest('hex');
});
afterAll(() => rmSync(folder, { recursive: true }));

const proxy = '10.0.0.7';
const read = clientCertificateReader([proxy, '2001:db8::/64']);
const sequence = (bytes: Buffer): string => `:${bytes.toString('base64')}:`;

describe('the certificate of a client', () => {
  test('is told by the header of a proxy that is named', () => {
    const { validToDate } = new X509Certificate(pem);
    const certificate = { thumbprint, endsAt: validToDate.getTime() };
    expect(read({ peer: proxy, header: sequence(der) })).toEqual(certificate);
    expect(read({ peer: '2001:db8::9', header: ` ${sequence(der)} ` })).toEqual(certificate);
    expect(read({ peer: '::ffff:10.0.0.7', header: sequence(der) })).toEqual(certificate);
    expect(thumbprint).toBe(new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase());
  });

  test('is not believed from any other peer, and from no peer by default', () => {
    for (const peer of ['10.0.0.8', '127.0.0.1', '::1', '2001:db8:0:1::1', '', 'proxy.example'])
      expect(read({ peer, header: sequence(der) }), peer).toBeUndefined();
    expect(clientCertificateReader([])({ peer: proxy, header: sequence(der) })).toBeUndefined();
  });

  test('is one certificate in DER in one byte sequence', () => {
    const text = der.toString('base64');
    const url = der.toString('base64url');
    const spoilt = Buffer.from(der);
    spoilt[1] = 0;
    for (const header of [undefined, '', ' ', '::']) expect(read({ peer: proxy, header })).toBeUndefined();
    const wrong: Record<string, string | string[]> = {
      'no colons': text,
      'one colon': `:${text}`,
      'two headers, as Node joins them': `${sequence(der)}, ${sequence(der)}`,
      'two headers, as a list': [sequence(der)],
      parameters: `${sequence(der)};trusted`,
      'a chain': `${sequence(der)} ${sequence(der)}`,
      base64url: `:${url}:`,
      'white space within': `:${text.slice(0, 8)} ${text.slice(8)}:`,
      PEM: sequence(Buffer.from(pem)),
      'PEM, percent-encoded': encodeURIComponent(pem),
      'more behind the certificate': sequence(Buffer.concat([der, Buffer.from('x')])),
      'two certificates': sequence(Buffer.concat([der, der])),
      'a certificate that is cut off': sequence(der.subarray(0, der.length - 1)),
      'a spoilt certificate': sequence(spoilt),
      'no certificate': sequence(Buffer.from('not a certificate')),
      'a long header': sequence(Buffer.alloc(20_000)),
    };
    // Bits before the padding that stand for no byte must be 0 (RFC 4648 section 3.5).
    for (const other of padded) {
      const canonical = other.toString('base64');
      const [, last = ''] = /(.)=+$/.exec(canonical) ?? [];
      expect(read({ peer: proxy, header: `:${canonical}:` })?.thumbprint, last).toMatch(/^[0-9a-f]{64}$/);
      const next = alphabet[alphabet.indexOf(last) + 1] ?? '';
      wrong[`unused bits after ${last}`] = `:${canonical.replace(/.(=+)$/, `${next}$1`)}:`;
      wrong[`no padding after ${last}`] = `:${canonical.replace(/=+$/, '')}:`;
    }
    if (url === text) delete wrong['base64url'];
    for (const [what, header] of Object.entries(wrong))
      expect(read({ peer: proxy, header }), what).toBe(unreadableCertificate);
    expect(isCurrent(unreadableCertificate, new Date(0))).toBe(false);
    // The end of a certificate may be unreadable.
    expect(isCurrent({ thumbprint, endsAt: Number.NaN }, new Date(0))).toBe(false);
  });
});
