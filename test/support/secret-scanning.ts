import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect } from 'vitest';
import { createClient } from './client.ts';

const p256 = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
/** Who may sign, and who may not. */
export const [github, stranger] = [p256(), p256()];
export const p384 = generateKeyPairSync('ec', { namedCurve: 'secp384r1' });
/** The answer of the address at which the keys are published. */
export const published = (keys: Record<string, KeyObject>) =>
  JSON.stringify({
    public_keys: Object.entries(keys).map(([key_identifier, key]) => ({
      key_identifier,
      key: key.export({ type: 'spki', format: 'pem' }),
      is_current: true,
    })),
  });

interface Report {
  token: string;
  type: string;
  url?: string | null;
  source?: string | null;
}

export const whereFound = 'https://github.com/octocat/Hello-World/blob/123/foo/bar.txt';
/** A text that was found, as GitHub tells of it. */
export const report = (token: string, more: object = {}): Report => ({
  token,
  type: 'keyward_api_key',
  url: whereFound,
  source: 'commit',
  ...more,
});

/** The headers of a signed body. */
export const signed = (body: string, key: KeyObject = github.privateKey, identifier = 'k1') => ({
  'github-public-key-identifier': identifier,
  'github-public-key-signature': sign('sha256', Buffer.from(body), key).toString('base64'),
});

/** How tests report what was found to a service. @param origin of the service, which starts later */
export function reporting(origin: () => string) {
  const send = (body: string, headers: Record<string, string> = signed(body), at = origin()) =>
    createClient(at).send('POST', '/api/v1/secret-scanning/github', {
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  /** Reports what was found, and tells the labels. */
  const labels = async (...reports: object[]): Promise<string[]> => {
    const { status, body } = await send(JSON.stringify(reports));
    expect(status).toBe(200);
    return body.map(({ label }: { label: string }) => label);
  };
  return { send, labels };
}

/** The headers that an attacker who is not GitHub may send with a body. */
export const forgeries: Record<string, (body: string) => Record<string, string>> = {
  'no header': () => ({}),
  'no signature': (body) => ({
    'github-public-key-identifier': signed(body)['github-public-key-identifier'],
  }),
  'no identifier': (body) => ({
    'github-public-key-signature': signed(body)['github-public-key-signature'],
  }),
  'empty headers': () => ({ 'github-public-key-identifier': '', 'github-public-key-signature': '' }),
  'an unknown identifier': (body) => signed(body, github.privateKey, 'k2'),
  'an identifier of objects': (body) => signed(body, github.privateKey, '__proto__'),
  'the key of another signer': (body) => signed(body, stranger.privateKey),
  'a key of another curve': (body) => signed(body, p384.privateKey, 'k384'),
  'another body': (body) => signed(body.replace('commit', 'issue')),
  'the same body in other bytes': (body) => signed(JSON.stringify(JSON.parse(body), null, 1)),
  'another digest': (body) => ({
    ...signed(body),
    'github-public-key-signature': sign('sha512', Buffer.from(body), github.privateKey).toString('base64'),
  }),
  'a signature that is not DER': (body) => ({
    ...signed(body),
    'github-public-key-signature': sign('sha256', Buffer.from(body), {
      key: github.privateKey,
      dsaEncoding: 'ieee-p1363',
    }).toString('base64'),
  }),
  'a signature that is not base64': (body) => ({ ...signed(body), 'github-public-key-signature': '!!!!' }),
  'a signature of nothing': (body) => ({ ...signed(body), 'github-public-key-signature': 'MAYCAQACAQA=' }),
};
