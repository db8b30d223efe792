import { describe, expect, test } from 'vitest';
import { plainResponse } from '../../../src/saml-messages/build/response.ts';
import { nameIdFormats } from '../../../src/saml-messages/names.ts';
import {
  beginningOf,
  mostRedacted,
  type Redacted,
  readRedacted,
  redact,
  withoutPersonal,
} from '../../../src/saml-messages/redact.ts';
import {
  attacker,
  goodLogoutRequest,
  goodResponse,
  posted,
  replaced,
  responseContent,
  stranger,
} from '../../support/saml-messages.ts';

const redacted = (xml: string): Redacted => redact(posted(xml).message);
const shownOf = (xml: string): string => readRedacted(redacted(xml).parts, true);
const sizeOf = ({ parts }: Redacted): number => Buffer.byteLength(parts.join(''));

/** The texts of these elements, which may have any prefix. */
const textsOf = (xml: string, ...names: string[]): string[] =>
  names.flatMap((name) =>
    [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(?: [^>]*)?>([^<]+)<`, 'g'))].map(([, text = '']) => text),
  );

describe('a message as administrators see it', () => {
  test('has no signature, digest, certificate or ciphertext', async () => {
    const encryption = { certificate: stranger.certificate, algorithm: 'aes256-gcm' } as const;
    const messages = [
      goodLogoutRequest(),
      await goodResponse({ signResponse: true }),
      await goodResponse({ signResponse: true, encryption }),
    ];
    const secrets = messages.flatMap((xml) =>
      textsOf(xml, 'SignatureValue', 'DigestValue', 'X509Certificate', 'CipherValue'),
    );
    expect(secrets.length).toBeGreaterThanOrEqual(12);
    for (const xml of messages) {
      const shown = shownOf(xml);
      expect(secrets.filter((secret) => shown.includes(secret.trim()))).toEqual([]);
      expect(textsOf(shown, 'SignatureValue')).toEqual(expect.arrayContaining(['[removed]']));
    }
  });

  test('has no extension, unknown element, unknown attribute, or query of an address', () => {
    let xml = goodLogoutRequest().replace(/<ds:Signature .*<\/ds:Signature>/s, '');
    xml = replaced(
      xml,
      '</saml:Issuer>',
      '</saml:Issuer><samlp:Extensions><x:token xmlns:x="urn:x" x:a="canary-1" b="canary-2">canary-3</x:token></samlp:Extensions>',
    );
    xml = replaced(xml, '/slo"', '/slo?token=canary-4#canary-5" other="canary-6"');
    const shown = shownOf(xml);
    expect(shown).not.toContain('canary');
    expect(shown).toContain('Destination="https://idp.example/slo?[removed]"');
    expect(shown).toContain('<x:token xmlns:x="urn:x" x:a="[removed]" b="[removed]">[removed]</x:token>');
  });

  test('has values about persons only for those who may see them, and without them for good', () => {
    const message = redacted(goodLogoutRequest());
    expect(readRedacted(message.parts, true)).toContain(`>${attacker}</saml:NameID>`);
    for (const shown of [
      readRedacted(message.parts, false),
      readRedacted(withoutPersonal(message).parts, true),
    ]) {
      expect(shown).not.toContain(attacker);
      expect(shown).not.toContain('_session');
      expect(shown).toContain(`Format="${nameIdFormats.emailAddress}"`);
    }
  });

  test('is the same before it is signed and encrypted', async () => {
    const shown = readRedacted(redact(plainResponse(responseContent)).parts, true);
    expect(shown).toContain(`>${attacker}</saml:NameID>`);
    const received = shownOf((await goodResponse()).replace(/<ds:Signature .*<\/ds:Signature>/s, ''));
    const ofOrder = (text: string): string[] => text.match(/<\/?[\w:]+/g) ?? [];
    expect(ofOrder(shown)).toEqual(ofOrder(received));
  });

  test('is cut after 16 KiB', () => {
    const values = Array.from({ length: 300 }, (_, at) => `ü&"${'x'.repeat(80)}${at}`);
    const content = {
      ...responseContent,
      assertion: { ...responseContent.assertion, attributes: [{ name: 'groups', values }] },
    };
    const message = redact(plainResponse(content));
    expect([message.isTruncated, sizeOf(message) <= mostRedacted, mostRedacted]).toEqual([
      true,
      true,
      16_384,
    ]);
    expect(sizeOf(message)).toBeGreaterThan(mostRedacted - 200);
    expect(readRedacted(message.parts, true)).toMatch(/^<samlp:Response /);
    // For those who may not see values, no longer either.
    expect(Buffer.byteLength(readRedacted(message.parts, false))).toBeLessThanOrEqual(mostRedacted);
    for (const most of [0, 1, 100, 5_000]) {
      const beginning = beginningOf(message, most);
      expect([beginning.isTruncated, sizeOf(beginning) <= most]).toEqual([true, true]);
      expect(message.parts.join('').startsWith(beginning.parts.join(''))).toBe(true);
    }
  });
});
