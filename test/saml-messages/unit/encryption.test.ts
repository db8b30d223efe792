import { constants, privateDecrypt } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { element, write } from '../../../src/saml-messages/build/element.ts';
import { encryptAssertion } from '../../../src/saml-messages/build/encrypt.ts';
import { namespaces } from '../../../src/saml-messages/names.ts';
import { parseStrictly } from '../../../src/saml-messages/xml/strict.ts';
import {
  acs,
  assertionIn,
  attacker,
  goodResponse,
  party,
  replaced,
  ruleBrokenBy,
  signatureIn,
  stranger,
  userOfResponse,
  victim,
} from '../../support/saml-messages.ts';

const ours = await party('ours');
const decryption = { privateKeys: [ours.privatePem] };
const encryption = { certificate: ours.certificate, algorithm: 'aes256-gcm' } as const;

/** The text before the encrypted content. The encrypted key has a value of its own. */
const beforeContent = '</xenc:EncryptedKey></ds:KeyInfo><xenc:CipherData><xenc:CipherValue>';

/** A response with this text, encrypted, where its assertion was. */
async function around(text: string): Promise<string> {
  const whole = await goodResponse();
  const encrypted = write(encryptAssertion(text, encryption));
  return replaced(whole, assertionIn(whole), encrypted);
}

let good: string;
beforeAll(async () => {
  good = await goodResponse({ encryption });
});

const payInto =
  (spent: string[]) =>
  (xml: string): Promise<void> => {
    spent.push(xml);
    return Promise.resolve();
  };

describe('an encrypted assertion', () => {
  test('is paid for before it is parsed', async () => {
    const spent: string[] = [];
    await userOfResponse(good, { decryption, spend: payInto(spent) });
    expect(spent).toEqual([expect.stringMatching(/^<saml:Assertion/)]);
    const spend = () => Promise.reject(new Error('too much work'));
    const broken = await around('<this is not XML');
    await expect(userOfResponse(broken, { decryption, spend })).rejects.toThrow('too much work');
  });

  test('is paid for again if the response is signed, too', async () => {
    const spent: string[] = [];
    await userOfResponse(await goodResponse({ signResponse: true }), { spend: payInto(spent) });
    expect(spent).toHaveLength(1);
  });

  test.each(['aes128-gcm', 'aes256-gcm'] as const)('with %s is accepted', async (algorithm) => {
    const xml = await goodResponse({ encryption: { certificate: ours.certificate, algorithm } });
    expect(await userOfResponse(xml, { decryption, requireEncryption: true })).toBe(attacker);
    expect(xml).not.toContain(attacker);
  });
  test('that only the response signs is accepted', async () => {
    const xml = await goodResponse({ encryption, signAssertion: false, signResponse: true });
    expect(await userOfResponse(xml, { decryption })).toBe(attacker);
  });
  test('with AES in CBC mode is accepted only where it is allowed, in a response that is signed', async () => {
    const cbc = { certificate: ours.certificate, algorithm: 'aes256-cbc' } as const;
    const xml = await goodResponse({ encryption: cbc, signResponse: true });
    const allowing = { decryption: { ...decryption, allowCbc: true } };
    expect(await userOfResponse(xml, allowing)).toBe(attacker);
    expect(await ruleBrokenBy(() => userOfResponse(xml, { decryption }))).toBe('encryption-algorithm');
    const unsigned = await goodResponse({ encryption: cbc });
    expect(await ruleBrokenBy(() => userOfResponse(unsigned, allowing))).toBe('encryption-algorithm');
  });
  test.each([
    ['aes128-gcm', 16, 12],
    ['aes256-gcm', 32, 12],
    ['aes256-cbc', 32, 16],
  ] as const)('with %s has a new key and a new nonce each time', (algorithm, keyBytes, nonceBytes) => {
    const once = (): Buffer[] => {
      const xml = write(encryptAssertion('<a/>', { ...encryption, algorithm }));
      const values = Array.from(xml.matchAll(/<xenc:CipherValue>([^<]*)</g), ([, value = '']) =>
        Buffer.from(value, 'base64'),
      );
      const [key, content] = values as [Buffer, Buffer];
      const padding = constants.RSA_PKCS1_OAEP_PADDING;
      const opened = privateDecrypt({ key: ours.privatePem, padding, oaepHash: 'sha1' }, key);
      return [opened, content.subarray(0, nonceBytes)];
    };
    const [[key, nonce], [otherKey, otherNonce]] = [once(), once()];
    expect(key).toHaveLength(keyBytes);
    expect(key).not.toEqual(otherKey);
    expect(nonce).not.toEqual(otherNonce);
  });
  test('is decrypted with the second of our keys', async () => {
    const privateKeys = [stranger.privatePem, ours.privatePem];
    expect(await userOfResponse(good, { decryption: { privateKeys } })).toBe(attacker);
  });
  test('with its key beside it is accepted', async () => {
    const key = /<xenc:EncryptedKey>[\s\S]*<\/xenc:EncryptedKey>/.exec(good)?.[0] ?? '';
    const whole = key.replace(
      '<xenc:EncryptedKey>',
      `<xenc:EncryptedKey xmlns:xenc="${namespaces.encryption}" xmlns:ds="${namespaces.signature}">`,
    );
    const moved = replaced(replaced(good, key, ''), '</xenc:EncryptedData>', `</xenc:EncryptedData>${whole}`);
    expect(await userOfResponse(moved, { decryption })).toBe(attacker);
  });

  const cases: readonly [what: string, make: () => string | Promise<string>, rule: string][] = [
    [
      'for another key',
      () => goodResponse({ encryption: { ...encryption, certificate: stranger.certificate } }),
      'undecipherable',
    ],
    [
      'with changed content',
      () => replaced(good, new RegExp(`${beforeContent}....`), `${beforeContent}AAAA`),
      'undecipherable',
    ],
    [
      'with a changed key',
      () => replaced(good, /<xenc:CipherValue>..../, '<xenc:CipherValue>AAAA'),
      'undecipherable',
    ],
    [
      'with a content that is shorter than nonce and tag',
      () => replaced(good, new RegExp(`${beforeContent}[^<]*`), `${beforeContent}AAAAAAAAAAAAAAAAAAAAAA==`),
      'encryption-form',
    ],
    [
      'with triple DES',
      () =>
        replaced(
          good,
          'http://www.w3.org/2009/xmlenc11#aes256-gcm',
          'http://www.w3.org/2001/04/xmlenc#tripledes-cbc',
        ),
      'encryption-algorithm',
    ],
    [
      'with RSA of PKCS 1 version 1.5',
      () => replaced(good, '#rsa-oaep-mgf1p', '#rsa-1_5'),
      'encryption-algorithm',
    ],
    [
      'with a reference to another server',
      () =>
        replaced(
          good,
          /<xenc:CipherValue>[^<]*<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>/,
          '<xenc:CipherReference URI="http://127.0.0.1/"/></xenc:CipherData></xenc:EncryptedData>',
        ),
      'encryption-form',
    ],
    [
      'without a key',
      () => replaced(good, /<xenc:EncryptedKey>[\s\S]*<\/xenc:EncryptedKey>/, ''),
      'encryption-form',
    ],
    [
      'with two keys',
      () => {
        const key = /<xenc:EncryptedKey>[\s\S]*<\/xenc:EncryptedKey>/.exec(good)?.[0] ?? '';
        return replaced(good, key, key + key);
      },
      'encryption-form',
    ],
    [
      'that nobody signed',
      async () => {
        const plain = assertionIn(await goodResponse({ signAssertion: false, signResponse: true }));
        return around(plain);
      },
      'signature-missing',
    ],
    [
      'that was signed and changed before it was encrypted',
      async () => around(replaced(assertionIn(await goodResponse()), attacker, victim)),
      'signature-untrusted',
    ],
    [
      'that holds two assertions',
      async () => {
        const one = assertionIn(await goodResponse());
        return around(one + one);
      },
      'not-well-formed',
    ],
    [
      'that holds a second assertion in its advice',
      async () => {
        const one = assertionIn(await goodResponse());
        return around(
          replaced(
            one,
            '</saml:Conditions>',
            `</saml:Conditions><saml:Advice>${one.replaceAll('_assertion', '_b')}</saml:Advice>`,
          ),
        );
      },
      'assertion-count',
    ],
    [
      'that holds a document type',
      async () => around(`<!DOCTYPE x>${assertionIn(await goodResponse())}`),
      'doctype',
    ],
    [
      'that holds a comment',
      async () =>
        around(replaced(assertionIn(await goodResponse()), attacker, 'attacker<!-- -->@example.com')),
      'comment',
    ],
    ['that holds another element', () => around('<x:y xmlns:x="urn:x"/>'), 'root'],
    ['that holds text', () => around('hello'), 'not-well-formed'],
    [
      'beside a plain one',
      async () =>
        replaced(
          good,
          '<saml:EncryptedAssertion',
          `${assertionIn(await goodResponse())}<saml:EncryptedAssertion`,
        ),
      'assertion-count',
    ],
  ];
  test.each(cases)('%s is rejected', async (_what, make, rule) => {
    const xml = await make();
    expect(await ruleBrokenBy(() => userOfResponse(xml, { decryption }))).toBe(rule);
  });
  test('with a signature in its advice is rejected', async () => {
    const signed = assertionIn(await goodResponse());
    const signature = signatureIn(signed);
    const moved = replaced(
      signed,
      '</saml:Conditions>',
      `</saml:Conditions><saml:Advice>${signature}</saml:Advice>`,
    );
    const xml = await around(replaced(moved, signature, ''));
    expect(await ruleBrokenBy(() => userOfResponse(xml, { decryption }))).toBe('signature-place');
  });
  test('is rejected if we have no key', async () =>
    expect(await ruleBrokenBy(() => userOfResponse(good))).toBe('undecipherable'));
});

describe('a builder', () => {
  test('escapes what could end an element', () => {
    const xml = write(element('saml:Issuer', { Format: `"'<>&\n` }, ']]><x>&amp;', acs));
    expect(parseStrictly(xml).documentElement.textContent).toBe(`]]><x>&amp;${acs}`);
    expect(xml).toContain('Format="&quot;\'&lt;>&amp;&#xA;"');
    expect(xml).toContain(`]]&gt;&lt;x&gt;&amp;amp;${acs}`);
  });
  test.each(['\0', '\u0001', '\u001f', '\ud800', '\ufffe', '\uffff'])(
    'refuses the character %j, which XML cannot hold',
    async (text) =>
      expect(await ruleBrokenBy(() => write(element('saml:Issuer', {}, `a${text}b`)))).toBe('unwritable'),
  );
  test('writes a carriage return as a line feed, which every parser reads anyway', () =>
    expect(write(element('saml:Issuer', {}, 'a\r\nb\rc'))).toContain('>a\nb\nc<'));
});
